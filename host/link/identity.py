"""Who is at the other end: what a BANNER says, and whether we can talk."""

from __future__ import annotations

import json
from typing import NamedTuple

from firmware import wire
from host.link.frames import fields
from host.link.pads import LIMITS
from host.plain import plain

_NAME_CHARS = 64  # characters of a profile's name


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


def read_caps(data: bytes) -> dict[str, object]:
    """Return the capabilities that a board describes itself with; ValueError says in words why there are none.

    Whatever is text in them can be shown and stored.
    """
    try:
        caps = _clean(json.loads(data))
    except (ValueError, RecursionError):
        raise ValueError("it is no JSON") from None
    if not isinstance(caps, dict):
        raise ValueError("it is no JSON object")
    if "tiles" not in caps:
        raise ValueError('"tiles" is missing')
    for name, most in LIMITS.items():
        value = caps.get(name, 0)
        if type(value) is not int or not 0 <= value <= most:
            raise ValueError(f'"{name}" must be a whole number from 0 to {most}')
    if "profile" in caps:
        caps["profile"] = plain(str(caps["profile"])[:_NAME_CHARS])
    return caps


def _clean(value: object) -> object:
    """Return a value of JSON with plain texts: it may hold what steers a terminal, and halves of surrogate pairs."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {plain(key): _clean(item) for key, item in value.items()}
    return value
