"""Who is at the other end: what a BANNER says, and whether we can talk."""

from __future__ import annotations

import json
from typing import NamedTuple

from firmware import wire
from host.link.fold import MAX_STATE
from host.link.frames import fields

_NAME_CHARS = 64  # characters of a profile's name
REPL_SENTENCE = (
    "The board sits at the MicroPython prompt instead of running the table's firmware. "
    "Press its reset button, or install the firmware again."
)
SILENT_SENTENCE = "Nothing on this port answers as a table does. Check the cable, or choose another port."


class Banner(NamedTuple):
    """A board that answered the probe."""

    proto_min: int
    proto_max: int
    flags: int
    firmware: str
    uid: str
    boot_id: int
    cause: int
    caps_len: int
    caps_crc: int

    @property
    def problem(self) -> str | None:
        """A whole sentence if this host can't speak with that board, else None."""
        if self.proto_min <= wire.PROTO <= self.proto_max:
            return None
        spoken = f"{self.proto_min} to {self.proto_max}" if self.proto_min < self.proto_max else str(self.proto_max)
        remedy = "Update the board's firmware." if self.proto_max < wire.PROTO else "Update Deadfall on this computer."
        return (
            f"The board (firmware {self.firmware}) speaks version {spoken} of the wire protocol, "
            f"this Deadfall speaks version {wire.PROTO}. {remedy}"
        )


def read_banner(raw: memoryview, n: int) -> Banner | None:
    """Return what a BANNER frame of ``n`` bytes says, or None if it is too short."""
    found: tuple[object, ...] | None = fields(wire.BANNER, raw, n)
    if found is None:
        return None
    low, high, flags, major, minor, patch, uid, boot_id, cause, caps_len, caps_crc = found
    assert isinstance(uid, bytes)
    numbers = [value for value in (low, high, flags, boot_id, cause, caps_len, caps_crc) if isinstance(value, int)]
    low, high, flags, boot_id, cause, caps_len, caps_crc = numbers
    return Banner(low, high, flags, f"{major}.{minor}.{patch}", uid.hex(), boot_id, cause, caps_len, caps_crc)


def read_caps(data: bytes) -> dict[str, object] | None:
    """Return the capabilities that a board describes itself with, or None if they make no sense."""
    try:
        caps = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(caps, dict):
        return None
    tiles = caps.get("tiles")
    if not isinstance(tiles, int) or isinstance(tiles, bool) or not 0 <= tiles <= MAX_STATE:
        return None
    if "profile" in caps:
        caps["profile"] = _clean(caps["profile"])
    return caps


def _clean(name: object) -> str:
    """Return a name that can be printed and stored: JSON may hold halves of surrogate pairs, which UTF-8 cannot."""
    return str(name)[:_NAME_CHARS].encode("utf-8", "replace").decode()
