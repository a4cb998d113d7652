"""TOML files as documents: reading them safely, and saying where in them a field stands.

Profiles are read so, and so may be other files that people write: `Kind` says what they are called.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from hardware.profiles.errors import ProfileError
from hardware.profiles.lines import Lines, Path

MAX_BYTES = 256 * 1024
"""A profile is a few kilobytes; more than this is not a profile."""
MAX_LINE = 1000
"""tomllib takes minutes over one line with 100,000 dots; no field needs a line this long."""


class Kind(NamedTuple):
    """What a file is called in sentences, what one may name instead of a path, and the error that they come in."""

    noun: str
    wanted: str
    error: type[ValueError]


PROFILE = Kind("profile", "give a profile's name or the path of a TOML file", ProfileError)


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file."""

    label: str
    data: Mapping[str, Any]
    lines: Lines
    kind: Kind = PROFILE

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


def read(path: FilePath, kind: Kind = PROFILE) -> bytes:
    """The bytes of a user's file."""
    try:
        if not path.is_file():
            raise kind.error(f"{path}: there is no such file; {kind.wanted}.")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, kind.error):
            raise
        raise kind.error(f"{path}: the file cannot be read ({error}); check its path and permissions.") from error


def parse(label: str, raw: bytes, kind: Kind = PROFILE) -> Document:
    """The document in `raw`, or an error of its kind that says where the TOML is broken."""
    if len(raw) > MAX_BYTES:
        size = MAX_BYTES // 1024
        raise kind.error(f"{label}: the file is larger than {size} KB; a {kind.noun} is never that large.")
    for number, content in enumerate(raw.split(b"\n"), start=1):
        if len(content) > MAX_LINE:
            raise kind.error(f"{label}, line {number}: the line has more than {MAX_LINE} bytes; break it up.")
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise kind.error(f"{label}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from error
    except RecursionError as error:
        raise kind.error(f"{label}: the brackets are nested too deeply; a {kind.noun} needs two levels.") from error
    except ValueError as error:
        raise kind.error(f"{label}: this is not valid TOML: {error}; correct that place.") from error
    return Document(label, data, Lines(text), kind)


class Sources:
    """A file and those it extends, nearest first."""

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self.documents = documents

    @property
    def kind(self) -> Kind:
        """What these files are."""
        return self.documents[0].kind

    def merged(self) -> dict[str, Any]:
        """The data of all files: tables merge key by key; anything else replaces what the parent said."""
        result: dict[str, Any] = {}
        for document in reversed(self.documents):
            for key, value in document.data.items():
                old = result.get(key)
                result[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
        return result

    def error(self, path: Path, problem: str) -> ValueError:
        """An error about the field at `path`, with file and line."""
        document, line = self._locate(path)
        return self.kind.error(f"{document.label}, line {line}: {dotted(path)} {problem}")

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
