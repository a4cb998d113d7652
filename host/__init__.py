"""The host: it reads the table, keeps the ledger, runs the rules and answers with light."""

__version__ = "0.1.0"
