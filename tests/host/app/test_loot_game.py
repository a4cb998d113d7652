"""A whole game of Loot Trap with a real mouse: pawns are dragged, trays turned, cards dragged to the pad or laid.

The twin's reeds and readers tell the rules; what comes out is what the rules alone make of the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QImage
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from engines.core.oracles import Table
from host.app.loot_hands import LootHands
from host.app.opening import HomeLobby
from host.app.showcase import Showcase
from host.app.window import Window
from host.play import opening
from host.play.virtual_deck import VirtualDeck
from tests.host.app.test_whole_game import LEFT, PLAIN, RIGHT, Person, settle_events, sit_down
from tests.host.play.loot_sitting import _card

SEED = 5  # Red begins
BY_LOT = ("roll ", "first ")
SHORT = {"A15": "4", "V2": "front", "V1": "front"}  # three loot win, and traps hurt more
SHOWN = ("play", "equip", "bank", "discard", "replace")
DROPPED = ("discard", "replace")
HIDDEN = ("swap", "give")


class Pirate(Person):
    """Does with the mouse what an answer says."""

    hands: LootHands

    def do(self, text: str) -> None:
        """Carry out an answer, and let the table follow what the rules did."""
        word, *rest = text.split()
        before = len(self.show.picture.lines)
        if word in ("move", "hop"):
            self._walk(rest[0])
        elif word == "lay":
            self._drag(self._at_card(self._mine[0]), self._at_tile(self._tile(rest[1])))
        elif word in SHOWN and self._decision.kind != "found":
            self._show_card(text)
        elif word in HIDDEN:
            QTest.mouseClick(self._port, LEFT, PLAIN, self._at_card(self._mine[-1]))
            self._say(text)
        elif self._aims(text):
            pass
        else:
            self._say(text)
        self._wait(before)
        if word in ("move", "hop"):
            self._turn_trays()
        self.rest()

    def rest(self) -> None:
        """Let what has to be shown be shown, and hands put right what the rules have changed."""
        for _ in range(60):
            if self._is_ready():
                break
            self.show.run(60)
            if self.screen.bar.help.isVisible():
                QTest.mouseClick(self.screen.bar.help, LEFT)
        settle_events()

    def _is_ready(self) -> bool:
        companion, picture = self.show.table.companion, self.show.picture
        is_calm = companion.is_still or picture.prompt.kind == "aim"
        return is_calm and picture.prompt.kind in ("turn", "over", "aim") and not picture.due

    @property
    def _play(self):
        return self.show.table.companion.floor().main

    @property
    def _decision(self):
        return self._play.decision

    @property
    def _mine(self) -> list[str]:
        return self.hands.hands[self._play.seats[self._decision.seat]]

    def _tile(self, cell: str) -> int:
        return self.show.twin.profile.tile_named(cell).index

    def _walk(self, cell: str) -> None:
        seat = self._play.seats[self._play.state.agenda[-1][1]]
        self._drag(self._at_piece(f"pawn.{seat}"), self._at_tile(self._tile(cell)))

    def _turn_trays(self) -> None:
        """Turn what the light asks for."""
        self.show.run(200)
        step = self.show.picture.prompt.step
        if step is not None and step.kind == "turn":
            QTest.mouseClick(self._port, RIGHT, PLAIN, self._at_tile(step.target))
            self.show.run(300)

    def _show_card(self, text: str) -> None:
        word, *rest = text.split()
        card = "loot" if word == "bank" else rest[0]
        name = next(name for name in self._mine if name.startswith(f"{card}#"))
        self._drag(self._at_card(name), self._at_pad("discard" if word in DROPPED else "play"))
        self.show.run_while(lambda: self.show.picture.prompt.kind != "ask", 20, 900)
        if (prompt := self.show.picture.prompt).kind == "ask":
            companion = self.show.table.companion
            floor = companion.floor()
            said = f"{floor.main.seats[floor.main.decision.seat]}: {text}" if floor.following else text
            meant = prompt.buttons[companion.meanings().index(said)]
            QTest.mouseClick(next(each for each in self.screen.bar.answers if each.choice.button == meant), LEFT)

    def _aims(self, text: str) -> bool:
        """Click on a candidate, where answers are aimed at."""
        if self.show.picture.prompt.kind != "aim":
            return False
        wanted = self.show.table.companion.stage.wording(self._play, self._play.parse(text))
        label = f"{wanted.group} {wanted.label}"
        QTest.mouseClick(next(each for each in self.screen.bar.answers if each.choice.label == label), LEFT)
        return True

    def _at_card(self, name: str) -> QPoint:
        return self._at_piece(name)

    def _at_pad(self, name: str) -> QPoint:
        table = self.screen.board.board.table
        return self.screen.board.mapFromScene(table.pad(self.show.twin.profile.pad_named(name).index))


@pytest.fixture
def window(app: QApplication, tmp_path: Path) -> Iterator[Window]:
    made = Window(HomeLobby(tmp_path), pace=0)
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


def alone(show: Showcase) -> str:
    """The digest of what the rules make of the same entries, without any table."""
    play = show.table.companion.game.new(Table(), len(show.picture.seats))
    for entry in show.table.companion.play.log:
        play.feed(entry)
    return play.digest()


def possible(show: Showcase) -> list[str]:
    """What can really be answered: nobody plays a card that he has not got."""
    play = show.table.companion.floor().main
    if not play.waiting:
        return ["pass"]  # that is the end, unless somebody plays out of turn
    stage, seat = show.table.companion.stage, play.decision.seat
    texts = [play.write(choice) for choice in stage.offered(play, play.decision)]
    if seat < 0 or play.decision.kind == "found":
        return texts
    return [text for text in texts if _card(text) in (None, "unseen", *show.picture.hands[seat])]


def choose(texts: list[str], said: list[str], rng: Random) -> str:
    """Bank what can be banked, lay a trap once, and do anything else at random."""
    has_laid = any(text.startswith("lay") for text in said)
    lays = [] if has_laid else [text for text in texts if text.startswith("lay")]
    return "bank" if "bank" in texts else rng.choice(lays or texts)


def test_a_whole_game_is_played_with_the_mouse(window: Window, tmp_path: Path) -> None:
    show = Showcase(tmp_path, seed=SEED, profile="field", game="loot", options=SHORT, is_paced=True)
    sit_down(window, show)
    person, rng = Pirate(window, show), Random(SEED + 7)
    person.rest()
    said: list[str] = []
    while show.table.companion.play.waiting:
        texts = possible(show)
        said.append(choose(texts, said, rng))
        person.do(said[-1])
        heard = [line.text for line in show.picture.lines if line.kind == "answer" and not line.is_quiet]
        chosen = [text for text in heard if not text.startswith(BY_LOT)]
        assert chosen == [text for text in said if not text.startswith(BY_LOT)], show.picture.prompt
    assert show.picture.prompt.kind == "over"
    assert show.picture.winner is not None
    assert {"move", "lay", "play", "discard", "bank"} <= {text.split()[0] for text in said}
    assert show.table.companion.play.digest() == alone(show)
    assert not any(line.is_taken_back for line in show.picture.lines)


def photograph(folder: Path) -> tuple[QImage, tuple[object, object]]:
    """The window after some public moves, what is hidden in the hands, and the lights."""
    folder.mkdir()
    window = Window(HomeLobby(folder), pace=0)
    window.resize(1280, 800)
    window.show()
    show = Showcase(folder, ("person",) * 3, seed=SEED, profile="field", game="loot")
    sit_down(window, show)
    for text in (
        "avatar annie",
        "avatar coral",
        "avatar gull",
        "move d2",
        "lay unseen d3",
        "keep",
        "move b4",
    ):
        show.say(text)
    show.run(3_000)
    settle_events()
    hands, lights, image = show.picture.hands, show.picture.lights, window.grab().toImage()
    window.close()
    return image, (hands, lights)


def test_permuting_hidden_cards_changes_no_light_and_no_pixel(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = []
    for deal in (11, 12):
        monkeypatch.setattr(opening, "VirtualDeck", lambda created, deal=deal: VirtualDeck(deal))
        shots.append(photograph(tmp_path / str(deal)))
    (one, (hands, lights)), (other, (other_hands, other_lights)) = shots
    assert hands != other_hands, "the two games must have been dealt differently"
    assert lights == other_lights
    assert one == other


def test_a_hand_is_seen_only_while_its_button_is_held(window: Window, tmp_path: Path) -> None:
    show = Showcase(tmp_path, seed=SEED, profile="field", game="loot")
    sit_down(window, show)
    assert window.table is not None
    look, hand = window.table.seats[1].look, window.table.hand
    assert hand.titles == ()
    QTest.mousePress(look, LEFT)
    assert len(hand.titles) == len(show.picture.hands[1]) == 4
    QTest.mouseRelease(look, LEFT)
    assert hand.titles == ()
    assert not hand.isVisible()


def peek(show: Showcase) -> None:
    """Let Red, a person, look at the card under its pawn."""
    for text in ("avatar annie", "avatar coral", "move b2", "peek"):
        if text in show.table.companion.legal():
            show.say(text)
    assert show.picture.prompt.title == "Red looks at the card under the pawn"


@pytest.mark.parametrize("profile", ["field", "none"])
def test_who_peeks_sees_the_card_while_that_is_asked_and_nobody_else_does(
    window: Window, tmp_path: Path, profile: str
) -> None:
    show = Showcase(tmp_path, seed=SEED, profile=profile, game="loot", options={"A41": "red"})
    sit_down(window, show)
    peek(show)
    assert window.table is not None
    where, card = show.picture.peeked
    assert where == "Under your pawn"
    seen = {}
    for seat, panel in enumerate(window.table.seats[:2]):
        QTest.mousePress(panel.look, LEFT)
        seen[seat] = window.table.hand.titles
        QTest.mouseRelease(panel.look, LEFT)
    hands = [len(hand) for hand in show.picture.hands]
    assert [len(titles) for titles in seen.values()] == [hands[0] + 1, hands[1]]
    assert seen[0][-1] == show.table.companion.stage.title(card)
    show.say("toss")
    assert show.picture.peeked == ("", "")
