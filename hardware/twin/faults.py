"""What the twin says when the firmware does something that the hardware would not understand."""

from __future__ import annotations

from hardware.twin.runtime import FirmwareError


class BusFault(FirmwareError):
    """The firmware used a bus in a way that the hardware would not understand."""
