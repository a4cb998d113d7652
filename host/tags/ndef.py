"""What a tag says: NDEF messages, built and judged.

A card's tag holds a text record with the card's id, and behind it, if wished, a link for telephones.

>>> message("gun-3").hex()
'd101085402656e67756e2d33'
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import ndef

from host.plain import plain
from host.tags.ids import MAX_CARD, is_card

MAX_MESSAGE = 254
"""The longest message whose length fits one byte, which alone makes a torn write recognisable."""
_SHOWN = 60
# No other record is taken apart: the fewer parsers meet a stranger's bytes, the better.
_KNOWN = {"urn:nfc:wkt:T": ndef.TextRecord, "urn:nfc:wkt:U": ndef.UriRecord}


class NdefError(ValueError):
    """Something cannot be put on a tag, or a message cannot be read; the text is a sentence."""


def message(card: str = "", uri: str = "") -> bytes:
    """The NDEF message for a card, a link, or a card with a link; NdefError if that cannot be."""
    if card and not is_card(card):
        raise NdefError(
            f"{card[:_SHOWN]!r} cannot be a card's id: use at most {MAX_CARD} small letters, digits, dots and hyphens."
        )
    records = [*([ndef.TextRecord(card)] if card else []), *([ndef.UriRecord(uri)] if uri else [])]
    if not records:
        raise NdefError("There is nothing to write: give a card's id or a link.")
    try:
        data = b"".join(ndef.message_encoder(records))
    except (ndef.EncodeError, ValueError) as error:
        raise NdefError(f"{uri[:_SHOWN]!r} cannot be written as a link; use another.") from error
    if len(data) > MAX_MESSAGE:
        raise NdefError(f"That makes {len(data)} bytes, but a tag takes {MAX_MESSAGE} at most; use a shorter link.")
    return data


def records(data: bytes) -> tuple[Any, ...]:
    """The records of a whole message; NdefError unless it ends exactly where the data ends."""
    stream = BytesIO(data)
    try:
        found = tuple(ndef.message_decoder(stream, known_types=_KNOWN))
    except (ndef.DecodeError, ValueError) as error:  # a language that is not ASCII is a ValueError
        raise NdefError("The message on the tag cannot be read.") from error
    if not found or stream.tell() != len(data):
        raise NdefError("The message on the tag is longer or shorter than the tag says.")
    return found


def card_in(found: Sequence[Any]) -> str:
    """The card that the first text or link names, empty if none: the text itself, or what follows the link's last /.

    A board reads tags in the same way.
    """
    for record in found:
        if isinstance(record, ndef.TextRecord):
            return record.text if is_card(record.text) else ""
        if isinstance(record, ndef.UriRecord):
            text = record.iri.rpartition("/")[2]
            return text if is_card(text) else ""
    return ""


def in_words(found: Sequence[Any]) -> str:
    """What records hold, for a person: 'a link, "https://…", and 2 more records'."""
    if not found:
        return "nothing"
    more = len(found) - 1
    rest = f", and {more} more record{'s' if more > 1 else ''}" if more else ""
    return _record_in_words(found[0]) + rest


def _record_in_words(record: Any) -> str:
    if isinstance(record, ndef.TextRecord):
        return f"a text, {_quoted(record.text)}"
    if isinstance(record, ndef.UriRecord):
        return f"a link, {_quoted(record.iri)}"
    return f"a record of the type {_quoted(record.type)}" if record.type else "an empty record"


def _quoted(text: str) -> str:
    """A stranger's text in quotes: short, and without signs that would steer a terminal."""
    shown = plain(text[:_SHOWN])
    return f'"{shown}…"' if len(text) > _SHOWN else f'"{shown}"'
