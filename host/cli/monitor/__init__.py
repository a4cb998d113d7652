"""The board monitor: pure drawing (a view becomes lines) on one side, terminal and link on the other."""
