"""Messages for cards and links, and what strangers put on tags."""

import ndef as ndeflib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.tags import ndef
from host.tags.ids import CARD, MAX_CARD, is_card
from host.tags.ndef import NdefError

IDS = st.from_regex(CARD, fullmatch=True).filter(is_card)


def test_the_message_of_a_card_is_what_the_standard_says() -> None:
    # NFC Forum, Text RTD 3.2.1: D1 = one short well-known record; type T; status 02 = UTF-8, two bytes of language.
    assert ndef.message("gun-3").hex(" ") == "d1 01 08 54 02 65 6e 67 75 6e 2d 33"


@given(IDS)
def test_a_card_comes_back(card: str) -> None:
    data = ndef.message(card)
    assert ndef.card_in(ndef.records(data)) == card


def test_a_card_may_carry_a_link_behind_its_id() -> None:
    found = ndef.records(ndef.message("gun-3", "https://example.org/rules"))
    assert ndef.card_in(found) == "gun-3"
    assert ndef.in_words(found) == 'a text, "gun-3", and 1 more record'


@pytest.mark.parametrize(
    ("uri", "card"),
    [("https://example.org/cards/gun-3", "gun-3"), ("urn:x", ""), ("https://example.org/A", ""), ("gun-3", "gun-3")],
)
def test_a_link_names_a_card_by_its_last_part(uri: str, card: str) -> None:
    assert ndef.card_in(ndef.records(ndef.message(uri=uri))) == card


def test_records_of_other_kinds_are_stepped_over() -> None:
    records = [ndeflib.Record("text/vcard", "", b"x"), ndeflib.TextRecord("gun-3"), ndeflib.TextRecord("gun-4")]
    assert ndef.card_in(ndef.records(b"".join(ndeflib.message_encoder(records)))) == "gun-3"


def test_a_link_alone_is_no_card() -> None:
    found = ndef.records(ndef.message(uri="https://example.org/"))
    assert ndef.card_in(found) == ""
    assert ndef.in_words(found) == 'a link, "https://example.org/"'


@pytest.mark.parametrize("card", ["", "Gun", "gun 3", "-gun", "gun-", "a..b", "x" * 25, "gün"])
def test_these_are_no_ids(card: str) -> None:
    assert not is_card(card)
    with pytest.raises(NdefError, match=r"\.$"):
        ndef.message(card)


def test_a_link_that_is_too_long_is_refused_with_its_size() -> None:
    with pytest.raises(NdefError, match="makes 298 bytes, but a tag takes 254"):
        ndef.message(uri="https://example.org/" + "x" * 278)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (ndeflib.TextRecord("Hello\x1b[2J"), 'a text, "Hello�[2J"'),
        (ndeflib.Record("text/vcard", "", b"x"), 'a record of the type "text/vcard"'),
        (ndeflib.Record(), "an empty record"),
        (ndeflib.TextRecord("x" * 70), f'a text, "{"x" * 60}…"'),
    ],
)
def test_what_strangers_wrote_is_told_in_plain_signs(record: object, words: str) -> None:
    assert ndef.in_words(ndef.records(b"".join(ndeflib.message_encoder([record])))) == words


@given(st.binary(min_size=1, max_size=4))
def test_a_message_must_end_where_the_tag_says(more: bytes) -> None:
    with pytest.raises(NdefError, match="longer or shorter than the tag says"):
        ndef.records(ndef.message("gun-3") + more)


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A message with a few bytes that are others."""
    data = bytearray(draw(st.sampled_from(MESSAGES)))
    for at in draw(st.lists(st.integers(0, len(data) - 1), max_size=3)):
        data[at] = draw(st.integers(0, 255))
    return bytes(data)


MESSAGES = (
    ndef.message("gun-3"),
    ndef.message("gun-3", uri="https://example.org/c/gun-3"),
    b"".join(ndeflib.message_encoder([ndeflib.TextRecord("x" * 40, "de-AT")])),
    b"".join(ndeflib.message_encoder([ndeflib.Record("text/vcard", "id", b"x"), ndeflib.TextRecord("gun-3")])),
)


def test_hostile_messages_raise_nothing_else() -> None:
    outcomes = []

    @settings(max_examples=500)
    @given(st.binary(max_size=64) | spoiled())
    def read(data: bytes) -> None:
        try:
            found = ndef.records(data)
        except NdefError:
            outcomes.append("refused")
            return
        assert ndef.in_words(found).isprintable()
        assert len(ndef.card_in(found)) <= MAX_CARD
        outcomes.append("card" if ndef.card_in(found) else "no card")

    read()
    assert min(map(outcomes.count, ("refused", "no card", "card"))) > 10
