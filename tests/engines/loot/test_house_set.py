"""The house set: enough of everything, designs that differ in what they do, and no card that is simply better."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

import engines
from engines.core import Answer, CatalogueError, Play, Shuffle
from engines.core.effects import Step
from engines.loot import events as ev
from engines.loot.cards import GRAMMAR, HYBRID, ICONS, MOVING, Design
from engines.loot.game import LootTrap
from tests.engines.loot.scenes import Scene, game, named, player, say

BOX = game().box
HYBRIDS = [design for design in BOX.designs if design.kind == HYBRID]


def shape(steps: tuple[Step, ...]) -> tuple[tuple[str, str, str], ...]:
    """What is done and to whom, without the numbers."""
    return tuple((step.op, step.who, step.word) for step in steps)


def test_there_are_27_designs_that_differ_in_their_operations() -> None:
    assert len(HYBRIDS) >= 27
    assert len({shape(design.instant) for design in HYBRIDS}) >= 20
    assert len({shape(design.trap) for design in HYBRIDS}) >= 20


def test_many_designs_move_somebody() -> None:
    moving = [one for one in HYBRIDS if any(step.op in MOVING for step in (*one.instant, *one.trap))]
    assert len(moving) >= 8


def test_every_icon_is_on_several_cards() -> None:
    icons = Counter(icon for design in HYBRIDS for icon in design.icons)
    assert all(icons[icon] >= 4 for icon in ICONS)


def test_every_operation_is_on_a_card_or_an_avatar() -> None:
    effects = [*(d.instant for d in HYBRIDS), *(d.trap for d in HYBRIDS), *BOX.steps["ability"]]
    assert {step.op for effect in effects for step in effect} == set(GRAMMAR.ops)


def test_one_card_overrides_the_rule_on_laid_traps() -> None:
    assert [d.id for d in HYBRIDS if any(step.word == "over" for step in d.instant)] == ["saboteur"]


def is_better(one: Design, other: Design) -> bool:
    """At least as good on both halves, and no icon less: the same things, with numbers at least as good."""
    if shape(one.instant) != shape(other.instant) or shape(one.trap) != shape(other.trap):
        return False
    pairs = [*zip(one.instant, other.instant, strict=True), *zip(one.trap, other.trap, strict=True)]
    numbers = all(type(a.amount) is type(b.amount) and a.amount >= b.amount for a, b in pairs)  # type: ignore[operator]
    return numbers and one.icons >= other.icons


def test_no_card_is_simply_better_than_another() -> None:
    assert [(a.id, b.id) for a in HYBRIDS for b in HYBRIDS if a is not b and is_better(a, b)] == []


def test_equipment_helps_and_hinders() -> None:
    gear = {design.id: design.modifiers for design in BOX.designs if design.kind == "equipment"}
    assert len(gear) == len(set(gear.values())) == 10
    assert {"cork-vest", "deep-pockets"} < gear.keys()
    assert {"cursed-ring", "torn-sack", "thin-soles"} < gear.keys()


def test_the_characters_and_avatars() -> None:
    characters = BOX.catalogue.characters
    assert [len(one.abilities) for one in characters] == [6] * 5
    pairs = Counter(avatar.character for avatar in BOX.avatars)
    assert sorted(pairs.values()) == [1, 2, 2, 2, 2]
    assert len({one.effect for character in characters for one in character.abilities}) >= 25


def test_eight_variants_on_four_cards() -> None:
    sides = [side.modifiers for variant in BOX.catalogue.variants for side in (variant.front, variant.back)]
    assert len(set(sides)) == 8


def test_texts_are_short_sentences() -> None:
    texts = [text for design in BOX.designs for text in design.texts]
    texts += [one.text for character in BOX.catalogue.characters for one in character.abilities]
    texts += [side.text for variant in BOX.catalogue.variants for side in (variant.front, variant.back)]
    assert all(text[0].isupper() and text.endswith(".") and len(text) <= 130 for text in texts)


# ---- each card works -------------------------------------------------------------------------------------------------


def games(rules: LootTrap) -> Iterator[Play]:
    """Random games, to their ends."""
    for seed in range(40):
        play, rng = rules.new(Shuffle(seed), (2, 3, 4)[seed % 3]), Random(seed)
        while play.waiting:
            decision = play.decision
            choice = play.options(decision).sample_kind_first(rng)
            play.feed(Answer(decision.id, choice))
        yield play


def test_every_design_is_played_and_goes_off_in_random_games() -> None:
    rules = game()
    played_faces: Counter[str] = Counter()
    sprung: Counter[str] = Counter()
    for play in games(rules):
        played_faces.update(BOX.names[event.face] for event in play.events if type(event).__name__ == "Played")
        sprung.update(BOX.names[event.face] for event in play.events if type(event).__name__ == "Sprung")
    names = {design.id for design in HYBRIDS}
    assert names == set(played_faces)
    assert names <= set(sprung)


# ---- catalogues of one's own -----------------------------------------------------------------------------------------

TEXT = (files("engines.loot") / "catalogue.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"damage opponent 2"', '"damage oponent 2"', "after damage comes one of you"),
        ('"damage opponent 2"', '"hurt opponent 2"', "begins with one of damage"),
        ('"damage opponent 2"', '"damage opponent 22"', "from 1 to 9"),
        ('"damage opponent 2"', '"damage opponent 2 north"', "a person, a number"),
        ('"blow you 2 east"', '"blow you 2"', "one of north"),
        ('"rob opponent 1"', '"rob you 1"', "must be about"),
        ('"damage add -1"', '"damage plus -1"', "is no modifier"),
        ('"damage add -1"', '"damage add lots"', "one whole number"),
        ('"moved cant"', '"moved cant 1"', "nothing"),
        ('modifiers = ["damage add -1"]', 'modifiers = ["damage add -1"]\nweight = 3', "weight"),
        ('icons = ["multiply"]', 'icons = ["double"]', "there is no icon"),
        ('icons = ["multiply"]', 'icons = "multiply"', "must be a list"),
        ('instant = ["damage opponent 2"]', "instant = []", "says nothing"),
        ('id = "powder-keg"', 'id = "Powder Keg"', "small letters"),
        ('id = "powder-keg"', 'id = "loot"', "another card with this id"),
        ('id = "powder-keg"', 'id = "grapeshot"', "another row with this id"),
        ('title = "Powder Keg"', "title = 7", "must be a text"),
        ('character = "witch"', 'character = "wizard"', "must be one of gunner"),
        ("copies = 12", "copies = 13", "the box has 12"),
        ('shape = "ring"', 'shape = "round"', "no layout"),
        ("..#2...", "..#3...", "means nothing"),
        ("..#2...", "..##...", "one first space 2"),
        ("front = {", "front = 3 #", "must have a"),
        ("[[loot]]", "[[treasure]]", "no rows of the form"),
    ],
)
def test_a_catalogue_that_is_wrong_is_told_where(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(CatalogueError, match=said):
        engines.load("loot", catalogue=TEXT.replace(old, new, 1), options={"A1": "ring"})


def test_a_field_of_ones_own() -> None:
    own = TEXT.replace("..#2...\n.##.##.\n##...##\n##...##\n.##.##.\n...1#..", "2#########\n1#########")
    play = engines.load("loot", catalogue=own, options={"A1": "ring"}).new(Shuffle(1))
    assert [row["space"] for row in play.position()["players"]] == ["a1", "a2"]
    with pytest.raises(CatalogueError, match="reached"):
        engines.load(
            "loot",
            catalogue=own.replace("2#########", "2####.####").replace("1#########", "1####.####"),
            options={"A1": "ring"},
        )


@pytest.mark.parametrize(("banked", "health"), [(0, 8), (2, 6)])
def test_an_instant_of_ones_own_may_look_its_number_up(banked: int, health: int) -> None:
    own = TEXT.replace('instant = ["damage opponent 2"]', 'instant = ["damage opponents loot"]', 1)
    rules = engines.load("loot", catalogue=own)
    assert isinstance(rules, LootTrap)
    play = Scene(rules=rules).hand("red", "powder-keg loot").bank("blue", banked).play(at="action")
    events = say(play, "play powder-keg")
    assert bool(named(events, ev.Fizzled)) == (not banked)
    if banked:
        say(play, "spend 0")
    assert player(play, "blue")["health"] == health


def test_every_card_that_is_shown_to_a_pad_has_its_tags() -> None:
    tagged = game().tagged()
    assert (tagged["loot"], tagged["powder-keg"]) == (12, 3)
    assert [tagged.get(f"roll-{number}") for number in range(8)] == [None, 1, 1, 1, 1, 1, 1, None]
    assert sum(tagged.values()) == 103 + 6 + 9
