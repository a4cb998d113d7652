"""What the table shows: a profile and facts make a snapshot, with a confidence for each sensor."""

from host.table.scene import Scene, Thing
from host.table.snapshot import Press, Snapshot, Touch
from host.table.table import Table

__all__ = ["Press", "Scene", "Snapshot", "Table", "Thing", "Touch"]
