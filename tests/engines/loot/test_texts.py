"""The texts of the house set: clear at first hearing, and exactly what the effects do."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.core.effects import Step
from engines.core.modifiers import LAYERS, Modifier
from engines.loot import events as ev
from tests.engines.loot.scenes import Scene, game, hand, named, player, say
from tests.engines.readable import alike, complaints, is_called_by

BOX = game().box
PAGE = (Path(__file__).parents[3] / "docs" / "games" / "loot-trap.md").read_text("utf-8")
_TERMS = """
ability action another arm armed around bank banked cannot card cards character damage direction disarm discard
discarded discards double draw draws east edge effects equipment face-down field free front hand heal heals health
increase increased laid lay limit loot move moves next north off opponent pawn pawns peek pile places player reduce
reduced return returns roll skip skips south space spaces starting trade trap traps unarmed west win
"""
TERMS = frozenset(_TERMS.split())
"""The words of Loot Trap: those of its rulebook, and those that its page explains."""
EXPLAINED = ("opponent", "next player", "around you", "armed", "laid trap", "go off", "heal", "hand limit", "roll card")


def effects() -> Iterator[tuple[str, tuple[Step, ...], str]]:
    """Every text of steps: where it is, what is done, what it says."""
    for design in BOX.designs:
        if design.instant:
            yield f"{design.id} played", design.instant, design.texts[0]
            yield f"{design.id} as a trap", design.trap, design.texts[1]
    for character in BOX.catalogue.characters:
        for number, ability in enumerate(character.abilities, 1):
            yield f"{character.id} {number}", ability.effect, ability.text


def changes() -> Iterator[tuple[str, tuple[Modifier, ...], str]]:
    """Every text of modifiers."""
    for design in BOX.designs:
        if design.modifiers:
            yield design.id, design.modifiers, design.texts[0]
    for variant in BOX.catalogue.variants:
        for side in (variant.front, variant.back):
            yield side.title, side.modifiers, side.text


EFFECTS, CHANGES = list(effects()), list(changes())
CARD, SPACE, DAMAGE, HEALTH = "{card}", "{space}", "{n} damage", "{n} health"
SAYS = {
    "damage you": f"[Tt]ake {DAMAGE}",
    "damage opponent": f"(An opponent takes|[Tt]hey take) {DAMAGE}",
    "damage opponents": f"Each opponent takes {DAMAGE}",
    "damage everyone": f"Everybody takes {DAMAGE}",
    "damage neighbours": f"everybody around you takes {DAMAGE}",
    "damage you loot": "Take 1 damage for each loot that you have banked",
    "damage you armed": "Take 1 damage for each armed card and each laid trap around you",
    "heal you": f"[Hh]eal {HEALTH}",
    "heal opponents": f"Each opponent heals {HEALTH}",
    "heal everyone": f"Everybody heals {HEALTH}",
    "draw you": f"[Dd]raw {CARD}|one card more than you discarded",
    "draw opponent": f"(They|and) draws? {CARD}",
    "draw opponents": f"Each opponent draws {CARD}",
    "discard you": f"[Dd]iscard {CARD}",
    "discard opponents": f"[Ee]ach opponent discards {CARD}",
    "redraw you": "Discard your whole hand and draw",
    "redraw opponents": "Each opponent discards their whole hand and draws the same number of cards",
    "salvage you": "Take the top {card} of the discard pile into your hand",
    "salvage opponents": "Each opponent takes the top {card} of the discard pile into their hand",
    "give opponent": "gives you {card} of their choice",
    "pay you": "Give an opponent {card} of your choice",
    "walk you": f"[Mm]ove {SPACE}",
    "push opponent": f"Move an opponent {SPACE},?( each)? in any direction",
    "push you": f"[Tt]he next player moves you {SPACE},?( each)? in any direction",
    "blow you": f"[Mm]ove {SPACE} {{word}}( if you can|. Stop at the edge or in front of a pawn)",
    "blow opponents": f"Each opponent moves {SPACE} {{word}} if they can",
    "swap opponent": "rade places with an opponent: both cards go off, yours first",
    "home you": "Return to your starting space if it is free",
    "home opponent": "An opponent returns to their starting space if it is free",
    "arm you": "Arm all unarmed cards around you, except under pawns",
    "arm opponents": "Arm all unarmed cards around each opponent, except under pawns",
    "disarm you": "Disarm all armed cards around you. Laid traps stay armed",
    "spring opponent": "The card under an opponent goes off as a trap, armed or not",
    "dig you": "Discard {card} around you that (is|are) not under a pawn or a laid trap.* Refill",
    "spy you": "(up to {n}|You may look secretly at one) face-down cards? on the field",
    "lay you over": "Lay {card} as a trap. You may lay it on a laid trap, which is then discarded",
    "bank you": "ou may bank {loot} from your hand",
    "rob opponent": "ake {banked} from an opponent and put it with yours",
    "sink you": "Discard {banked}",
    "sink opponent": "An opponent discards {banked}",
    "strip you": "iscard your equipment",
    "strip opponent": "An opponent discards their equipment",
    "roll you": "Draw a roll card and use that ability of your character",
    "roll everyone": "Everybody draws a roll card and uses that ability of their character",
    "guard you": "The next time you would take damage, take none",
    "becalm you": "Skip your next action: this turn's if you still have one",
    "becalm opponent": "skips their next action",
    "act you": "take another action",
}
"""How the texts say a line of an effect. A number that is printed is the number of the line."""
CHANGED = {
    "damage add -": "Reduce all damage you take by {n}",
    "damage multiply +": "Double all damage you take",
    "damage cap +": "Take at most {n} damage each time you take damage",
    "trap-damage add -": "[Rr]educe all damage you take from traps by {n}",
    "trap-damage add +": "Increase all damage( you take)? from traps by {n}",
    "trap-damage cap +": "(Take|Everybody takes) at most {n} damage from each trap",
    "hand-limit add +": "(Your|Everybody's) hand limit is increased by {n}",
    "hand-limit add -": "(Your|Everybody's) hand limit is reduced by {n}",
    "draw add +": "[Dd]raws? one extra card in (your|their) draw step",
    "loot-goal add +": "Everybody needs {n} banked loot more to win",
    "loot-goal add -": "Everybody needs {n} banked loot fewer to win",
    "healing cant": "You cannot heal",
    "peek cant": "You cannot peek|Nobody can peek",
    "lay cant": "You cannot lay traps",
    "bank cant": "You cannot bank loot",
    "moved cant": "Effects cannot move you; you move only in your own move step",
}


def said(step: Step) -> str:
    """The pattern of a step's words."""
    count, n = step.amount if isinstance(step.amount, int) else 1, str(step.amount)
    look_up = "" if isinstance(step.amount, int) else f" {step.amount}"
    over = " over" if step.word == "over" else ""
    card = "(a |the top |top )?card" if count == 1 else f"{count} cards"
    return SAYS[f"{step.op} {step.who}{look_up}{over}"].format(
        n=n,
        word=step.word,
        card=card,
        space="one space" if count == 1 else f"{count} spaces",
        loot="a loot",
        banked="one banked loot",
    )


@pytest.mark.parametrize(("steps", "text"), [row[1:] for row in EFFECTS], ids=[row[0] for row in EFFECTS])
def test_a_text_says_the_steps_of_its_effect_in_their_order(steps: tuple[Step, ...], text: str) -> None:
    at = 0
    for step in steps:
        found = re.compile(said(step)).search(text, at)
        assert found, f"{step} is not in {text[at:]!r}"
        at = found.start() + 1


@pytest.mark.parametrize(("steps", "text"), [row[1:] for row in EFFECTS], ids=[row[0] for row in EFFECTS])
def test_a_text_has_no_number_that_its_effect_does_not_have(steps: tuple[Step, ...], text: str) -> None:
    amounts = [step.amount if isinstance(step.amount, int) else 1 for step in steps]
    numbers = list(map(int, re.findall(r"\d+", text)))
    assert [number for number in numbers if number > 1] == [amount for amount in amounts if amount > 1]
    assert numbers.count(1) <= amounts.count(1)


@pytest.mark.parametrize(("modifiers", "text"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_a_text_says_each_change_with_its_number(modifiers: tuple[Modifier, ...], text: str) -> None:
    for what, layer, number in modifiers:
        sign = "" if LAYERS[layer] == "cant" else " -" if number < 0 else " +"
        assert re.search(CHANGED[f"{what} {LAYERS[layer]}{sign}"].format(n=abs(number)), text)
    printed = [
        abs(one.number) for one in modifiers if one.number and one.what != "draw" and LAYERS[one.layer] != "multiply"
    ]
    assert sorted(map(int, re.findall(r"\d+", text))) == sorted(printed)


@pytest.mark.parametrize("text", sorted({row[2] for row in (*EFFECTS, *CHANGES)}))
def test_a_text_is_clear_at_first_hearing(text: str) -> None:
    assert complaints(text, TERMS, most=130) == []


def test_the_page_explains_the_words_of_the_cards() -> None:
    glossary = PAGE.partition("| word | means |")[2].partition("\n\n")[0]
    assert all(word in glossary for word in EXPLAINED)


def test_no_two_names_are_easily_taken_for_each_other() -> None:
    designs = [(design.title, design.kind) for design in BOX.designs]
    people = [(one.title, "character") for one in BOX.catalogue.characters]
    people += [(one.title, "avatar") for one in BOX.avatars]
    sides = [(side.title, "variant") for one in BOX.catalogue.variants for side in (one.front, one.back)]
    assert alike([*designs, *people, *sides]) == []


def test_a_card_is_called_by_the_words_of_its_title() -> None:
    called = [*BOX.designs, *BOX.catalogue.characters, *BOX.avatars]
    assert [one.id for one in called if not is_called_by(one.id, one.title)] == []


# ---- what the texts promise beyond their lines -----------------------------------------------------------------------


def guarded(scene: Scene) -> Scene:
    """Red takes none of the next damage."""
    scene.state.guarded[0] = True
    return scene


def test_all_of_the_next_damage_is_prevented_after_it_was_doubled() -> None:
    scene = guarded(Scene().hand("red", "loot").hand("blue", "loot").wears("red", "cursed-ring"))
    play = scene.trap("b2", "powder-keg").play()
    say(play, "move b2")
    assert (player(play, "red")["health"], player(play, "red")["guarded"]) == (8, False)


def test_damage_that_is_reduced_to_nothing_does_not_count_as_the_next() -> None:
    scene = guarded(Scene().hand("red", "loot").hand("blue", "loot").wears("red", "cork-vest"))
    play = scene.trap("b2", "rum-ration").play()
    say(play, "move b2")
    assert (player(play, "red")["health"], player(play, "red")["guarded"]) == (8, True)


def test_a_trade_springs_the_card_of_whoever_plays_it_first() -> None:
    scene = Scene().hand("red", "switcheroo").hand("blue", "loot").pawn("blue", "b4")
    play = scene.field("b1", "powder-keg").field("b4", "blackmail").play(at="action")
    events = say(play, "play switcheroo")
    assert [event.seat for event in named(events, ev.Sprung)] == [0, 1]


def test_bilge_rats_as_a_trap_draw_one_card_more_than_were_discarded() -> None:
    play = Scene().hand("red", "loot mutiny").hand("blue", "loot").trap("b2", "bilge-rats").play()
    say(play, "move b2")
    assert len(hand(play, "red")) == 3


@pytest.mark.parametrize(("other", "end"), [("b8", "c2"), ("c2", "b2")])
def test_the_wind_stops_at_the_edge_and_in_front_of_a_pawn(other: str, end: str) -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").pawn("blue", other).trap("b2", "trade-wind").play()
    say(play, "move b2")
    assert player(play, "red")["space"] == end


def test_a_short_fuse_lets_an_unarmed_card_go_off() -> None:
    scene = Scene().hand("red", "short-fuse").hand("blue", "loot").field("b8", "powder-keg")
    play = scene.play(at="action")
    say(play, "play short-fuse")
    assert player(play, "blue")["health"] == 8 - 2 - 1
    assert len(hand(play, "blue")) == 3
