"""The profile that a board names: from the wire only the names of built-in ones are taken, never a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.cli.errors import CommandError

if TYPE_CHECKING:
    from hardware.profiles import Profile


def told_profile(name: object) -> Profile:
    """Return the built-in profile that a board says it serves; CommandError says what to do if it names none."""
    from hardware import profiles

    if not isinstance(name, str) or name in ("", "none"):
        raise CommandError(
            "The board does not say which profile it serves. Name it with --profile, or set the board: "
            "deadfall board config PORT --profile NAME"
        )
    if name not in profiles.names():
        raise CommandError(
            f"The board serves {name}, which is no built-in profile. If it is one of yours, name its file with "
            "--profile FILE.toml"
        )
    return profiles.load(name)
