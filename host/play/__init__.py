"""The loop that joins link, table, referee, engine, ledger and lights into one running game."""
