"""Decks: files that people write and share, hostile until checked."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.tags.deck import Deck, load, read_deck, save, write_deck
from host.tags.errors import DeckError

UID, OTHER, THIRD = (bytes.fromhex(text) for text in ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "deadbeef"))
ROSTER = {"gun-1": 1, "gun-2": 2, "hub-1": 1}
HEAD = 'format = 1\nname = "Ours"\ngame = "armada"\n'


def deck(**cards: tuple[bytes, ...]) -> Deck:
    return Deck("Ours", "armada", {card.replace("_", "-"): uids for card, uids in cards.items()})


def test_a_deck_knows_whose_tag_it_is() -> None:
    ours = deck(gun_1=(UID,), gun_2=(OTHER,))
    assert (ours.card_of(UID), ours.card_of(OTHER), ours.card_of(THIRD)) == ("gun-1", "gun-2", "")
    assert ours.tags == 2


def test_missing_cards_come_in_the_order_of_the_box() -> None:
    assert deck().missing(ROSTER) == ["gun-1", "gun-2", "gun-2", "hub-1"]
    assert deck(gun_2=(UID,)).missing(ROSTER) == ["gun-1", "gun-2", "hub-1"]
    assert deck(gun_1=(UID,), gun_2=(OTHER, THIRD), hub_1=(b"1234",)).missing(ROSTER) == []


def test_a_tag_given_to_another_card_leaves_the_first() -> None:
    ours = deck(gun_1=(UID,)).with_tag("gun-2", UID)
    assert dict(ours.cards) == {"gun-2": (UID,)}


def test_what_does_not_fit_the_box_is_told() -> None:
    assert list(deck(gun_1=(UID, OTHER), laser=(THIRD,)).problems(ROSTER)) == [
        "gun-1 has 2 tags, but the game has one copy: remove some from the deck 'Ours'.",
        "laser is no card of armada: remove it from the deck 'Ours'.",
    ]
    assert list(deck(gun_2=(UID, OTHER)).problems(ROSTER)) == []


@pytest.mark.parametrize(("name", "kept"), [("Ours, № 2", "Ours, № 2"), ('the "best"', "armada"), ("", "armada")])
def test_a_new_deck_has_a_name_that_a_file_can_hold(name: str, kept: str) -> None:
    new = Deck.new(name, "armada")
    assert new.name == kept
    assert read_deck("x.toml", write_deck(new).encode()) == new


def test_merging_adds_what_is_new() -> None:
    both = deck(gun_1=(UID,)).merged(deck(gun_1=(UID,), gun_2=(OTHER, THIRD)))
    assert dict(both.cards) == {"gun-1": (UID,), "gun-2": (OTHER, THIRD)}


def test_decks_that_contradict_each_other_do_not_merge() -> None:
    with pytest.raises(DeckError, match="The tag 04a1b2c3d4e5f6 is gun-1 in 'Ours' and gun-2 in 'Theirs'; look what"):
        deck(gun_1=(UID,)).merged(Deck("Theirs", "armada", {"gun-2": (UID,)}))
    with pytest.raises(DeckError, match="'Theirs' is a deck of loot, not of armada"):
        deck().merged(Deck("Theirs", "loot"))


def test_a_file_keeps_a_deck(tmp_path: Path) -> None:
    ours = deck(gun_1=(UID,), gun_2=(OTHER, THIRD)).with_tag("blue.gun-3", b"12345678ab")
    path = tmp_path / "decks" / "ours.toml"
    save(ours, path)
    save(ours, path)
    assert load(path) == ours
    assert [file.name for file in path.parent.iterdir()] == ["ours.toml"]


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,4}(\.[a-z0-9]{1,3})?", fullmatch=True),
        st.lists(st.binary(min_size=7, max_size=7), min_size=1, max_size=3, unique=True).map(tuple),
        max_size=8,
    )
)
def test_text_and_back(cards: dict[str, tuple[bytes, ...]]) -> None:
    uids = [uid for of_card in cards.values() for uid in of_card]
    if len(set(uids)) == len(uids):
        ours = Deck("Our deck № 1", "armada", cards)
        assert read_deck("x.toml", write_deck(ours).encode()) == ours


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.toml, line 1: format is missing; add it."),
        ("format = 2", "x.toml, line 1: format is 2, but must lie between 1 and 1; change it."),
        ('format = 1\nname = "Ours"', "x.toml, line 1: game is missing; add it."),
        (HEAD + "colour = 1", "x.toml, line 4: colour is not a field of a deck; known here are"),
        (HEAD + "cards = 1", "x.toml, line 4: cards must be a table, not 1"),
        (HEAD + "[cards]\n\nGun = []", "x.toml, line 6: cards.Gun cannot be a card: use small letters"),
        (HEAD + "[cards]\ngun-1 = 7", "x.toml, line 5: cards.gun-1 must be a list of tags such as '04a1b2c3d4e5f6'"),
        (HEAD + '[cards]\ngun-1 = ["04A1B2C3D4E5F6"]', "line 5: cards.gun-1 must be a list of tags such as"),
        (
            HEAD + '[cards]\ngun-1 = ["deadbeef"]\n"blue.gun-2" = ["deadbeef"]',
            "x.toml, line 6: cards.'blue.gun-2' has the tag deadbeef, which gun-1 has already; remove it there",
        ),
        (HEAD + '[cards]\ngun-1 = ["deadbeef", "deadbeef"]', "has the tag deadbeef, which gun-1 has already"),
        ("format = ", "x.toml: this is not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_with_line_and_field(text: str, sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck("x.toml", text.encode())
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="there is no such file; give the path of a deck's file"):
        load(tmp_path / "none.toml")


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeckError, match="cannot be written"):
        save(deck(), tmp_path / "file" / "ours.toml")


PARTS = (*"=[]{}.,#\n '", *(f" {word} " for word in ("cards", "gun-1", "1", "true", "inf", "9" * 400)))


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A deck of which a few places are others."""
    text = write_deck(deck(gun_1=(UID,), gun_2=(OTHER, THIRD)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(PARTS) | st.text(max_size=3)) + text[at + draw(st.integers(0, 4)) :]
    return text.encode("utf-8", "surrogatepass")


def test_hostile_files_raise_nothing_else() -> None:
    outcomes = []

    @settings(max_examples=300)
    @given(st.binary(max_size=200) | spoiled())
    def read(raw: bytes) -> None:
        try:
            read_deck("x.toml", raw)
        except DeckError as error:
            outcomes.append(str(error))
        else:
            outcomes.append("")

    read()
    assert all(sentence.startswith("x.toml") for sentence in outcomes if sentence)
    assert outcomes.count("") > 10
    assert len(set(outcomes)) > 10
