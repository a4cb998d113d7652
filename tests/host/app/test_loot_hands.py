"""Hands at a virtual table of Loot Trap: what they may do, by mouse and by keyboard, and what the twin feels of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hardware.profiles.model import CENTRE, EAST, NORTH, WEST
from host.app.loot_hands import LootHands
from host.app.opening import HomeLobby
from host.app.places import Place, Where
from host.app.showcase import Showcase
from host.app.window import Window
from host.play.commands import Pick
from host.play.picture import Picture
from tests.host.app.test_whole_game import sit_down


class Sitting:
    """A window with a game in which Red is to move."""

    def __init__(self, folder: Path) -> None:
        self.window = Window(HomeLobby(folder), pace=0)
        self.window.show()
        self.show = Showcase(folder, seed=5, profile="field", game="loot")
        sit_down(self.window, self.show)
        for text in ("avatar annie", "avatar coral"):
            self.show.say(text)
        assert self.window.session is not None
        assert isinstance(self.window.session.hands, LootHands)
        self.hands = self.window.session.hands

    def tile(self, name: str) -> int:
        return self.show.twin.profile.tile_named(name).index

    def reeds(self, name: str) -> int:
        self.show.run(300)
        return self.show.twin.reeds()[self.tile(name)]

    def press(self, *keys: Qt.Key) -> None:
        assert self.window.table is not None
        for key in keys:
            QTest.keyClick(self.window.table.board, key)
            self.show.run(20)


@pytest.fixture
def sitting(app: QApplication, tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path)
    yield made
    made.window.close()


def test_a_tray_is_turned_also_under_a_pawn(sitting: Sitting) -> None:
    assert sitting.reeds("b1") == NORTH | CENTRE
    sitting.hands.turn("pawn.red", 1)
    assert sitting.reeds("b1") == EAST | CENTRE
    assert sitting.hands.places["tray.b1"].facing == 1


def test_trays_are_not_carried_and_pawns_do_not_stand_on_pawns(sitting: Sitting) -> None:
    hands = sitting.hands
    assert not hands.carries("tray.b3")
    assert hands.carries("pawn.red")
    assert not hands.put_down("pawn.red", Place(Where.TILE, sitting.tile("b8")))
    assert not hands.put_down("pawn.red", Place(Where.TILE, sitting.tile("g1")))
    assert hands.top(sitting.tile("b1")) == "pawn.red"


def test_a_card_that_is_dropped_on_a_tray_is_laid_over_it(sitting: Sitting) -> None:
    sitting.show.say("move b2")
    card = sitting.hands.hands["red"][1]
    sitting.hands.put_down(card, Place(Where.TILE, sitting.tile("b3")))
    assert sitting.reeds("b3") == NORTH | EAST | WEST
    sitting.show.settle()
    assert sitting.show.picture.lines[-1].text == "lay unseen b3"
    assert card not in sitting.hands.hands["red"]


def test_a_card_that_the_rules_do_not_take_stays_in_the_hand(sitting: Sitting) -> None:
    before = list(sitting.hands.hands["red"])
    sitting.hands.put_down(before[0], Place(Where.PAD, pad=sitting.hands.play))
    sitting.show.run(1_000)
    assert sitting.hands.hands["red"] == before


WORDS = {"action": "play", "window": "play", "discard": "discard", "drop": "discard"}


def held(sitting: Sitting, card: str, pad: str) -> Picture:
    """Hold a card to a pad, and let the table follow."""
    sitting.hands.put_down(card, Place(Where.PAD, pad=sitting.show.twin.profile.pad_named(pad).index))
    sitting.show.run(600)
    if sitting.show.picture.prompt.kind == "ask":  # whoever goes on may have such a card too
        sitting.show.speak(Pick(0))
        sitting.show.run(600)
    return sitting.show.picture


def usable(sitting: Sitting) -> list[tuple[str, str]]:
    """Return the cards of the seat that is asked which answer by themselves, each with its answer."""
    play = sitting.show.table.companion.play
    if play.decision.kind not in WORDS:
        return []
    word, cards = WORDS[play.decision.kind], sitting.hands.hands[play.seats[play.decision.seat]]
    texts = {play.write(choice) for choice in sitting.show.table.companion.stage.offered(play, play.decision)}
    answers = [(card, f"{word} {card.partition('#')[0]}") for card in cards]
    return [(card, text) for card, text in answers if text in texts]


def seek(sitting: Sitting, kind: str) -> tuple[str, str]:
    """Play at random until a card can be used for a decision of this kind, and return it with its answer."""
    companion, rng = sitting.show.table.companion, Random(4)
    for _ in range(400):
        play = companion.play
        if play.decision.kind == kind and (found := usable(sitting)):
            return found[0]
        texts = [play.write(choice) for choice in companion.stage.offered(play, play.decision)]
        mine = [text for _, text in usable(sitting)]
        rest = [text for text in texts if text.split()[0] not in ("play", "equip", "bank", "discard", "replace")]
        sitting.show.say(rng.choice(mine or rest))
    raise AssertionError(f"no decision of the kind {kind} came up")


@pytest.mark.parametrize("kind", WORDS)
def test_a_card_is_held_to_the_pad_that_a_decision_names(sitting: Sitting, kind: str) -> None:
    card, text = seek(sitting, kind)
    pad = "discard" if text.startswith("discard") else "play"
    answers = [line.text for line in held(sitting, card, pad).lines if line.kind == "answer"]
    assert text in answers[-2:]


@pytest.mark.parametrize("pad", ["play", "discard"])
def test_a_card_that_the_rules_do_not_take_is_refused_with_a_sentence(sitting: Sitting, pad: str) -> None:
    before = sitting.show.picture.lines
    picture = held(sitting, sitting.hands.hands["red"][0], pad)
    assert picture.notice
    assert picture.lines == before


def test_a_card_that_nobody_holds_cannot_be_played_from_the_screen(sitting: Sitting) -> None:
    sitting.show.say("move b2")
    held = sitting.show.picture.hands[0]
    card = next(card for card in ("powder-keg", "grapeshot", "mutiny", "plunder", "undertow") if card not in held)
    sitting.show.say(f"play {card}")
    assert f"Red does not hold {sitting.show.table.companion.stage.title(card)}." in sitting.show.picture.notice


def test_a_game_is_played_by_keyboard(sitting: Sitting) -> None:
    """The cursor begins in the middle of the table: to b1, lift the pawn, to b2, put it down, back, turn the tray."""
    keys = Qt.Key
    assert sitting.window.table is not None
    sitting.window.table.board.setFocus()
    sitting.window.table.board.keyboard.tile = sitting.tile("b1")
    sitting.press(keys.Key_Space, keys.Key_Up, keys.Key_Space)
    sitting.show.run(800)
    assert sitting.show.picture.lines[-1].text == "move b2"
    sitting.press(keys.Key_Down, keys.Key_R)
    sitting.show.settle()
    assert sitting.show.picture.prompt.title == "Red: play, lay or peek"
    sitting.press(keys.Key_P, keys.Key_Up, keys.Key_Up, keys.Key_Space)
    sitting.show.settle()
    assert sitting.show.picture.lines[-1].text == "lay unseen b3"
