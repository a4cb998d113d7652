"""The lines of an export that everybody may read, also in the middle of a game.

What private pads read, what only some players have seen, what was said in secret and what the game began with are
left out. Such an export cannot become a ledger again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Hide = Callable[[int, int, bytes], bytes]
"""Returns what everybody may know of a fact's data, given its kind and source."""
SECRET = "a card, seen by some"


def public_line(line: Mapping[str, Any], hide: Hide) -> dict[str, Any]:
    """Return a line of an export without what only some may know."""
    kind = line["line"]
    if kind == "header":
        return {**line, "public": True}
    if kind in ("fact", "state"):
        return {**line, "data": hide(line["kind"], line["src"], bytes.fromhex(line["data"])).hex()}
    if kind == "play":
        return {**line, "root": {}}
    if kind == "input":
        return {**line, "data": {}} if line["kind"] in ("command", "learned") else dict(line)
    return _public_entry(line) if kind == "entry" else dict(line)


def is_secret(entry: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether an entry is a card that only some players have seen.

    Who sees a card that comes back after a take-back is for the rules to say, so what the entry caused counts too.
    """
    observed = entry.get("observed")
    if not isinstance(observed, dict):
        return False
    return observed.get("seen_by") is not None or any(event.get("seen_by") is not None for event in events)


def _public_entry(line: Mapping[str, Any]) -> dict[str, Any]:
    told = [event for event in line["events"] if event.get("seen_by") is None]
    public = {**line, "events": told, "digest": ""}  # a digest of the whole position could be guessed at
    if is_secret(line["entry"], line["events"]):
        return {**public, "entry": {}, "text": SECRET, "candidates": [], "why": ""}
    if line["kind"] == "import":
        return {**public, "entry": {}}
    if "choice" in line["entry"].get("answer", {}):  # the text of an answer names no card that left a hand face down
        return {**public, "entry": {"answer": {**line["entry"]["answer"], "choice": line["text"]}}}
    return public
