"""Profile files as documents: reading them safely, and saying where in them a field stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from hardware.profiles.errors import ProfileError
from hardware.profiles.lines import Lines, Path

MAX_BYTES = 256 * 1024
"""A profile is a few kilobytes; more than this is not a profile."""
MAX_LINE = 1000
"""tomllib takes minutes over one line with 100,000 dots; no field needs a line this long."""


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file."""

    label: str
    data: Mapping[str, Any]
    lines: Lines

    def has(self, path: Path) -> bool:
        """Whether the file itself says something at `path`."""
        here: Any = self.data
        for step in path:
            if isinstance(step, int):
                if not (isinstance(here, list) and step < len(here)):
                    return False
            elif not (isinstance(here, Mapping) and step in here):
                return False
            here = here[step]
        return True


def read(path: FilePath) -> bytes:
    """The bytes of a user's file."""
    try:
        if not path.is_file():
            raise ProfileError(f"{path}: there is no such file; give a profile's name or the path of a TOML file.")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, ProfileError):
            raise
        raise ProfileError(f"{path}: the file cannot be read ({error}); check its path and permissions.") from error


def parse(label: str, raw: bytes) -> Document:
    """The document in `raw`, or a ProfileError that says where the TOML is broken."""
    if len(raw) > MAX_BYTES:
        raise ProfileError(f"{label}: the file is larger than {MAX_BYTES // 1024} KB; a profile is never that large.")
    for number, content in enumerate(raw.split(b"\n"), start=1):
        if len(content) > MAX_LINE:
            raise ProfileError(f"{label}, line {number}: the line has more than {MAX_LINE} bytes; break it up.")
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ProfileError(f"{label}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from error
    except RecursionError as error:
        raise ProfileError(f"{label}: the brackets are nested too deeply; a profile needs two levels.") from error
    except ValueError as error:
        raise ProfileError(f"{label}: this is not valid TOML: {error}; correct that place.") from error
    return Document(label, data, Lines(text))


class Sources:
    """A profile's file and those it extends, nearest first."""

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.documents = documents

    def merged(self) -> dict[str, Any]:
        """The data of all files: tables merge key by key; anything else replaces what the parent said."""
        result: dict[str, Any] = {}
        for document in reversed(self.documents):
            for key, value in document.data.items():
                old = result.get(key)
                result[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
        return result

    def error(self, path: Path, problem: str) -> ProfileError:
        """A ProfileError about the field at `path`, with file and line."""
        document, line = self._locate(path)
        return ProfileError(f"{document.label}, line {line}: {dotted(path)} {problem}")

    def _locate(self, path: Path) -> tuple[Document, int]:
        while path:
            for document in self.documents:
                if document.has(path):
                    return document, document.lines.find(path)
            path = path[:-1]
        return self.documents[0], 1


def dotted(path: Path) -> str:
    """The path as a person would write it: `pads[2].x`, counting from 1."""
    text = ""
    for step in path:
        name = f"[{step + 1}]" if isinstance(step, int) else _bare(step)
        text += f".{name}" if text and not isinstance(step, int) else name
    return text


def _bare(key: str) -> str:
    """A key on one line; a stranger's key may be long or hold anything."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else f"{key[:40]!r}"
