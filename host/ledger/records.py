"""What goes into a ledger and comes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.plain import plain

OVERFLOW = "overflow"  # the board's ring was full: it wrote over facts that nobody had taken
REBOOT = "reboot"  # the board started anew: what its earlier boot had not delivered is unknown


class LedgerError(Exception):
    """The ledger cannot be read or written; the message says why and what to do.

    It is plain: names of files, errors of SQLite and lines of an export may have had a part in it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


class LedgerDamaged(LedgerError):
    """Something in the ledger is not as it was written."""

    @classmethod
    def at(cls, path: object, where: str) -> LedgerDamaged:
        """Return the error for a place."""
        return cls(
            f"{path} is damaged at {where}. Restore it from a copy, or save what stands before that with: "
            f"deadfall ledger mend {path} COPY"
        )


class Unwritten(LedgerError):
    """The disk did not take something: it was not written, and may be tried again once there is room."""


class Fact(NamedTuple):
    """One absolute sensor statement.

    A fact that the board sent has a ``seq``. One that a snapshot taught has none: it is ``inferred``, and
    ``as_of`` is the sequence number before which it became true.
    """

    seq: int | None
    as_of: int | None
    t_board: int | None
    t_host: int
    kind: int
    src: int
    data: bytes
    inferred: int = 0


class Gap(NamedTuple):
    """Facts ``first`` to ``last`` (None: to wherever that boot got) that will never arrive, and why."""

    first: int
    last: int | None
    reason: str
    at: int


class Batch(NamedTuple):
    """What one commit writes: afterwards the board's boot has been taken up to, not including, ``next_seq``."""

    uid: str
    boot_id: int
    next_seq: int
    at: int
    facts: Sequence[Fact] = ()
    gaps: Sequence[Gap] = ()


class Value(NamedTuple):
    """The newest value of one source, as the host believes it."""

    kind: int
    src: int
    data: bytes


class Boot(NamedTuple):
    """One run of a board, from power-on to the next."""

    uid: str
    boot_id: int
    started: int
    ended: int | None
    next_seq: int
