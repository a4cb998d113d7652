"""The ledger: the append-only SQLite record of what the boards said."""

from host.ledger.ledger import RING, Ledger
from host.ledger.records import OVERFLOW, REBOOT, Batch, Boot, Fact, Gap, LedgerError, Value

__all__ = ["OVERFLOW", "REBOOT", "RING", "Batch", "Boot", "Fact", "Gap", "Ledger", "LedgerError", "Value"]
