"""What a link counts."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from firmware import wire


@dataclass(slots=True)
class Statistics:
    """Counters since the link was made; they only grow, except the round-trip times (ms; -1: not known)."""

    frames_in: int = 0
    frames_out: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    bad_frames: int = 0
    odd_frames: int = 0  # passed their CRC, but made no sense here
    stale_frames: int = 0  # of an earlier session or boot
    facts: int = 0
    commits: int = 0
    failed_commits: int = 0
    duplicates: int = 0  # facts that came again
    resends_asked: int = 0
    gaps: int = 0
    missing: int = 0  # facts in those gaps
    digest_mismatches: int = 0
    snapshots: int = 0  # applied
    inferred: int = 0  # facts that snapshots taught
    retried_requests: int = 0
    failed_requests: int = 0
    sessions: int = 0
    rtt_min: int = -1
    rtt_last: int = -1
    board_drops: int = 0  # bad frames that the board has seen, modulo 2**16

    @property
    def reconnects(self) -> int:
        """Sessions after the first."""
        return max(0, self.sessions - 1)

    def note_rtt(self, rtt: int) -> None:
        """Take the time of one round trip."""
        self.rtt_last = rtt
        self.rtt_min = rtt if self.rtt_min < 0 else min(rtt, self.rtt_min)

    def as_dict(self) -> dict[str, int]:
        """Return all counters by name."""
        return {**asdict(self), "reconnects": self.reconnects}


def read_statistics(data: bytes) -> dict[str, int]:
    """Return the board's counters by name from the payload of a STATS reply; unknown ones are left out."""
    values = [int.from_bytes(data[at : at + 4], "little") for at in range(1, len(data) - 3, 4)]
    return dict(zip(wire.STATS_NAMES, values, strict=False))
