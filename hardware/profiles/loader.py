"""Load a profile by name or from a user's file."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import resources
from pathlib import Path

from hardware.profiles.build import build
from hardware.profiles.errors import ProfileError
from hardware.profiles.model import Profile
from hardware.profiles.source import Document, Sources, parse, read

_ORDER = ("none", "pocket", "bench", "grid", "field", "full")
_MAX_PARENTS = 4


def names() -> list[str]:
    """The built-in profiles, smallest table first."""
    found = {entry.name[:-5] for entry in resources.files(__package__).iterdir() if entry.name.endswith(".toml")}
    return sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))


def load(name_or_path: str | Path) -> Profile:
    """The profile with a built-in name, or the one in a TOML file; ProfileError says what is wrong with it.

    >>> load("pocket").pads[0].name
    'play'
    """
    if isinstance(name_or_path, str) and _is_name(name_or_path):
        return _built_in(name_or_path)
    path = Path(name_or_path)
    return _assemble(path.stem, parse(path.name, read(path)))


def located(name_or_path: str) -> str:
    """A built-in name as it is, a path in full: what can be kept and loaded again from any folder."""
    return name_or_path if _is_name(name_or_path) else str(Path(name_or_path).absolute())


def _is_name(text: str) -> bool:
    return not (text.endswith(".toml") or "/" in text or "\\" in text)


@cache
def _built_in(name: str) -> Profile:
    return _assemble(name, _document(name))


def _document(name: str) -> Document:
    known = names()
    if name not in known:
        near = difflib.get_close_matches(name[:40], known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ProfileError(
            f"There is no profile called {name[:40]!r}.{hint} "
            f"Use one of {', '.join(known)}, or the path of a file that ends in .toml."
        )
    return parse(f"{name}.toml", resources.files(__package__).joinpath(f"{name}.toml").read_bytes())


def _assemble(stem: str, document: Document) -> Profile:
    documents = [document]
    while (parent := documents[-1].data.get("extends")) is not None:
        documents.append(_parent(Sources(tuple(documents)), parent, len(documents)))
    return build(stem, Sources(tuple(documents)))


def _parent(sources: Sources, parent: object, depth: int) -> Document:
    if not isinstance(parent, str) or parent not in names():
        options = ", ".join(names())
        raise sources.error(("extends",), f"must name a built-in profile; use one of {options}, or remove it.")
    if depth > _MAX_PARENTS:
        raise sources.error(("extends",), "goes round in a circle; remove one extends.")
    return _document(parent)
