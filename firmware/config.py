"""The config file: which profile this board serves. Replaced as a whole or not at all.

The file is one line with the CRC-32 of the rest, then JSON. A write goes to a side file first and is moved over the old
one in one step; the one before is kept. A file that is torn, empty or foreign is as good as absent.
"""

import json
import os
from binascii import crc32

from firmware.native import const

NAME = "deadfall.json"
MAX_BYTES = const(1024)
_HEAD = const(9)  # the CRC, and the end of its line
EMPTY = {
    "v": 1,
    "profile": "none",
    "tiles": 0,
    "buttons": 0,
    "irqs": 0,
    "pads": 0,
    "lights": 0,
    "budget": 100,
    "readers": "",
    "sightings": "",
    "play": 0,
    "pins": {},
}
_BOUNDS = (
    ("tiles", 240),
    ("buttons", 8),
    ("irqs", 8),
    ("pads", 64),
    ("lights", 255),
    ("budget", 60000),
    ("play", 63),
)
_NEWER = ("readers", "sightings", "play")  # fields that an older config may lack
_LETTERS = (("readers", "pm"), ("sightings", "123456789"))


def problem(data):
    """Return a sentence if the JSON bytes are no good config, else None."""
    try:
        obj = json.loads(data)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        return "The config is no JSON."
    if not isinstance(obj, dict) or obj.get("v") != 1:
        return "The config is not of version 1."
    for name, most in _BOUNDS:
        value = _field(obj, name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            return "The config's %s must be a whole number from 0 to %d." % (name, most)
    if not isinstance(obj.get("profile"), str) or not isinstance(obj.get("pins"), dict):
        return "The config lacks its profile or its pins."
    for name, letters in _LETTERS:
        value = _field(obj, name)
        if not isinstance(value, str) or any(letter not in letters for letter in value):
            return "The config's %s must be a text of the letters %s." % (name, letters)
    for pin in obj["pins"].values():
        if not isinstance(pin, int) or isinstance(pin, bool) or not 0 <= pin <= 29:
            return "The config names a pin that the board does not have."
    return _lacking(obj)


def _field(obj, name):
    return obj.get(name, EMPTY[name]) if name in _NEWER else obj.get(name)


def _lacking(obj):
    """Return a sentence if a pin is not named without which the board could not start."""
    for needed, names in (
        (("tiles", "buttons", "irqs"), ("scan_sck", "scan_miso", "scan_latch")),
        (("pads",), ("reader_sck", "reader_mosi", "reader_miso")),
        (("lights",), ("lights",)),
    ):
        if any(obj[part] for part in needed):
            for name in names:
                if name not in obj["pins"]:
                    return "The config has %s but no pin called %s." % (" or ".join(needed), name)
    if obj["pads"] and "select_latch" not in obj["pins"]:
        if obj["pads"] > 1 or "reader_select" not in obj["pins"]:
            return "The config has pads but no pin called select_latch."
    return None


def text(root):
    """Return the JSON bytes of the config in force: the file, else the one before, else ``b""``."""
    for name in (NAME, NAME + ".old"):
        data = _read(root + name)
        if data is not None:
            return data
    return b""


def load(root):
    """Return the config in force as a dict."""
    settings = dict(EMPTY)
    data = text(root)
    if data:
        settings.update(json.loads(data))
    return settings


def save(root, data):
    """Put ``data`` (JSON bytes) in force from the next boot on."""
    side = root + NAME + ".new"
    with open(side, "wb") as file:
        file.write(b"%08x\n" % crc32(data))
        file.write(data)
        file.flush()
        if hasattr(os, "fsync"):
            os.fsync(file.fileno())  # littlefs needs none: closing commits
    if _read(root + NAME) is not None:
        _replace(root + NAME, root + NAME + ".old")
    _replace(side, root + NAME)


def _replace(source, target):
    if hasattr(os, "replace"):
        os.replace(source, target)
    else:
        os.rename(source, target)  # littlefs replaces in one step


def _read(path):
    """Return the JSON bytes of a file that holds a good config, or None."""
    try:
        with open(path, "rb") as file:
            whole = file.read(_HEAD + MAX_BYTES + 1)
    except OSError:
        return None
    if whole[8:9] != b"\n" or len(whole) > _HEAD + MAX_BYTES:
        return None
    data = whole[_HEAD:]
    return data if b"%08x" % crc32(data) == whole[:8] and not problem(data) else None
