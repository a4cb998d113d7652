"""The ledger: the append-only SQLite record of what the boards said, what was understood, and what came of it."""

from host.ledger.export import export_lines, import_lines
from host.ledger.fact_book import RING
from host.ledger.fold import since_import
from host.ledger.ledger import Ledger
from host.ledger.mending import Mended, mend
from host.ledger.origins import Origin
from host.ledger.play_records import (
    ENTRY_KINDS,
    INPUT_KINDS,
    EntryKind,
    EntryRecord,
    EntryRow,
    InputKind,
    InputRow,
    PlayHead,
    StoryItem,
    Told,
)
from host.ledger.records import OVERFLOW, REBOOT, Batch, Boot, Fact, Gap, LedgerDamaged, LedgerError, Unwritten, Value

__all__ = [
    "ENTRY_KINDS",
    "INPUT_KINDS",
    "OVERFLOW",
    "REBOOT",
    "RING",
    "Batch",
    "Boot",
    "EntryKind",
    "EntryRecord",
    "EntryRow",
    "Fact",
    "Gap",
    "InputKind",
    "InputRow",
    "Ledger",
    "LedgerDamaged",
    "LedgerError",
    "Mended",
    "Origin",
    "PlayHead",
    "StoryItem",
    "Told",
    "Unwritten",
    "Value",
    "export_lines",
    "import_lines",
    "mend",
    "since_import",
]
