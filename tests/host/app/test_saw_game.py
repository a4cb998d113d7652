"""A whole game of SAW with a real mouse: cards are dragged to the pads and onto benches, limbs are clicked.

The twin's readers tell the rules; what comes out is what the rules alone make of the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtGui import QImage
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from engines.core.oracles import Table
from engines.saw.state import LIMBS
from host.app.opening import HomeLobby
from host.app.saw_hands import SawHands, card_of
from host.app.saw_layout import SawGeometry
from host.app.saw_panel import SawPanel
from host.app.showcase import Showcase
from host.app.window import Window
from host.play import opening
from host.play.commands import Correct
from host.play.virtual_deck import VirtualDeck
from tests.host.app.test_whole_game import LEFT, PLAIN, Person, settle_events, sit_down

SEED = 7  # Red begins
WHOLE = 32  # a short game in which nearly everything is asked
PLAYED = ("play", "search", "commit", "ease", "take")
DROPPED = ("discard", "pay")


class Prisoner(Person):
    """Does with the mouse what an answer says."""

    hands: SawHands

    def do(self, text: str) -> None:
        """Carry out an answer, without what could be read aloud before."""
        if self.screen.reading.text:
            QTest.keyClick(self.screen, Qt.Key.Key_Escape)
        word, *rest = text.split()
        before, kind = len(self.show.picture.lines), self._play.decision.kind
        if kind == "choose" and word == "keep":
            self._reject(text)
        elif kind == "damage":
            self._share(*map(int, rest))
        elif kind == "sort":
            QTest.mouseClick(self.screen.order.put_back, LEFT)
        elif word == "set":
            self._set(text)
        elif word == "give":
            QTest.mouseClick(self._port, LEFT, PLAIN, self._at_piece(self._mine(rest[0])))
            self._say("give ?")
        elif word == "bench":
            self._drag(self._at_piece(self._mine(rest[0])), self._at_pad(f"seat{self._seat_number}.bench.{rest[1]}"))
        elif word == "lift":
            name = self._on(f"seat{self._seat_number}.bench.{rest[0]}")
            self._drag(self._at_piece(name), self._in_hand())
        elif rest and (word in DROPPED or (word in PLAYED and kind != "salvage")):
            slots = [self._on(f"seat{self._seat_number}.bench.{slot}") for slot in (1, 2, 3)]
            benched = next((name for name in slots if card_of(name) == rest[0]), "")
            name = benched if rest[1:] == ["bench"] else self._mine(rest[0])
            self._drag(self._at_piece(name), self._at_pad("discard" if word in DROPPED else "play"))
            self._pick(text)
        else:
            self._say(text)
        self._wait(before)
        self.rest()

    def rest(self) -> None:
        """Let readers read what lies where."""
        self.show.run_while(lambda: not self._is_read(), 100, 6_000)
        settle_events()

    def _is_read(self) -> bool:
        """Tell whether all benches are read as the rules have them."""
        sights = {sight.name: sight.state == "card" for sight in self.show.picture.pads}
        slots = self.show.table.companion.stage.slots(self._play)
        return all(sights.get(pad) == (token >= 0) for pad, token in slots.items())

    @property
    def _play(self):
        return self.show.table.companion.play

    @property
    def _seat_number(self) -> int:
        return self._play.decision.seat + 1

    @property
    def _hand(self) -> list[str]:
        return self.hands.hands[self._play.seats[self._seat_number - 1]]

    def _mine(self, card: str) -> str:
        return next(name for name in self._hand if card_of(name) == card)

    def _on(self, pad: str) -> str:
        return next(iter(self.hands.places.on_pad(self._table.profile.pad_named(pad).index)), "")

    def _reject(self, text: str) -> None:
        _, _, tokens, left, _ = self._play.state.agenda[-1]
        drawn = [self._play.game.box.names[self._play.state.face[token]] for token in tokens]
        names = self._hand[-len(drawn) :]
        assert [card_of(name) for name in names] == drawn
        kept = [next(name for name in names if card_of(name) == text.split()[1])]
        kept += [name for name in names if name not in kept][: left - 1]
        for name in names:
            if name not in kept:
                self._drag(self._at_piece(name), self._at_pad("discard"))
                self.show.run(900)

    def _share(self, left: int, right: int) -> None:
        panel = self.screen.seats[self._seat_number - 1]
        assert isinstance(panel, SawPanel)
        first = 2 if self._play.state.agenda[-1][2] else 0
        for limb in [first] * left + [first + 1] * right:
            QTest.mouseClick(panel.figure, LEFT, PLAIN, panel.figure.place_of(LIMBS[limb]).toPoint())

    def _set(self, text: str) -> None:
        _, target, *rest = text.split()
        for name in (*rest[3:], "billy"):
            self._drag(self._at_piece(self._mine(name)), self._at_pad("play"))
            self.show.run(900)
        setting = self.show.table.companion.stage.wording(self._play, self._play.parse(text)) if self._aims else None
        for label in (target.capitalize(), setting.label if setting else ""):
            if self._aims:
                QTest.mouseClick(next(each for each in self.screen.bar.answers if each.choice.label == label), LEFT)
                self.show.run(40)

    @property
    def _aims(self) -> bool:
        return self.show.picture.prompt.kind == "aim"

    def _pick(self, text: str) -> None:
        self.show.run_while(lambda: self.show.picture.prompt.kind != "ask", 20, 900)
        if (prompt := self.show.picture.prompt).kind == "ask":
            meant = prompt.buttons[self.show.table.companion.meanings().index(text)]
            QTest.mouseClick(next(each for each in self.screen.bar.answers if each.choice.button == meant), LEFT)

    def _at_piece(self, name: str) -> QPoint:
        """Where a card is seen though another one may lie over it."""
        item = self.screen.board.board.items_by_name[name]
        return self.screen.board.mapFromScene(item.pos() - QPointF(self._table.card[0] / 2 - 7, 0))

    def _at_pad(self, name: str) -> QPoint:
        return self.screen.board.mapFromScene(self._table.pad(self._table.profile.pad_named(name).index))

    def _in_hand(self) -> QPoint:
        return self.screen.board.mapFromScene(self._table.hand_rect(self._seat_number - 1).center())

    @property
    def _table(self) -> SawGeometry:
        table = self.screen.board.board.table
        assert isinstance(table, SawGeometry)
        return table


def choose(play, rng: Random) -> str:
    """Mostly what gets a game on."""
    state, box, kind = play.state, play.game.box, play.decision.kind
    choices = list(play.options(play.decision).enumerate())

    def is_liked(choice) -> bool:
        if kind == "use":
            if choice[0] == "bench":
                lying = state.bench_faces(state.seat)[choice[2]]
                return box.kind[choice[1]] == choice[2] and (lying < 0 or box.kind[lying] != choice[2])
            return choice[0] == "done" or (choice[0] == "play" and rng.random() < 0.4)
        if kind == "discard":
            return choice[0] == "keep" or (box.kind[choice[1]] > 3 and not choice[2])
        return kind != "set" or choice[0] == "set"

    liked = [choice for choice in choices if is_liked(choice)]
    return play.write(rng.choice(liked or choices))


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


def test_a_whole_game_is_played_with_the_mouse(window: Window, tmp_path: Path) -> None:
    show = Showcase(tmp_path, seed=WHOLE, profile="bench", game="saw", is_paced=True)
    sit_down(window, show)
    person, rng = Prisoner(window, show), Random(WHOLE)
    said: list[str] = []
    while show.table.companion.play.waiting:
        play = show.table.companion.play
        text = choose(play, rng)
        before = len(play.log)
        person.do(text)
        said.append(text)
        assert len(show.table.companion.play.log) > before, (text, show.picture.prompt, show.picture.notice)
        last = [line.text for line in show.picture.lines if line.kind == "answer" and not line.is_quiet][-1]
        assert last.split()[0] in (text.split()[0], "first", "next", "steal", "found", "none"), (text, last)
    assert show.picture.prompt.kind == "over"
    assert {"bench", "play", "keep", "discard", "set", "commit"} <= {text.split()[0] for text in said}
    assert show.table.companion.play.digest() == alone(show)
    assert not any(line.is_taken_back for line in show.picture.lines)


# ---- private things --------------------------------------------------------------------------------------------------


def begun(window: Window, folder: Path, seats: int = 2, profile: str = "bench", *said: str) -> Showcase:
    show = Showcase(folder, ("person",) * seats, seed=SEED, profile=profile, game="saw")
    sit_down(window, show)
    for text in (*(f"character {name}" for name in ("surgeon", "broker", "sergeant")[:seats]), *said):
        show.say(text)
    settle_events()
    return show


def photograph(folder: Path) -> tuple[QImage, tuple[object, object]]:
    """The window after some public moves, what is hidden, and the lights."""
    folder.mkdir()
    window = Window(HomeLobby(folder), pace=0)
    window.resize(1280, 800)
    window.show()
    show = begun(window, folder, 3, "bench", "bench ? 1", "bench ? 2", "bench ? 3", "done", "keep")
    show.run(4_000)
    settle_events()
    hands, lights, image = (show.picture.hands, show.picture.benches), show.picture.lights, window.grab().toImage()
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


def test_hand_and_bench_are_seen_only_while_the_button_is_held_also_by_keyboard(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path, 2, "bench", "bench ? 1")
    assert window.table is not None
    look, hand = window.table.seats[0].look, window.table.hand
    for press, let_go in (
        (lambda: QTest.mousePress(look, LEFT), lambda: QTest.mouseRelease(look, LEFT)),
        (lambda: QTest.keyPress(look, Qt.Key.Key_Space), lambda: QTest.keyRelease(look, Qt.Key.Key_Space)),
    ):
        press()
        assert len(hand.titles) == len(show.picture.hands[0]) + 1 == 6
        let_go()
        assert hand.titles == ()
        assert not hand.isVisible()


def mapped(window: Window, folder: Path) -> Showcase:
    """A game in which somebody looks at the top of the deck."""
    show = begun(window, folder)
    rng = Random(3)
    for _ in range(200):
        play = show.table.companion.play
        maps = [text for text in map(play.write, play.options(play.decision).enumerate()) if text == "play room-map"]
        if play.decision.kind == "sort":
            break
        show.say(maps[0] if maps else choose(play, rng))
    settle_events()
    return show


def test_a_room_map_is_sorted_by_dragging_and_by_keyboard(window: Window, tmp_path: Path) -> None:
    show = mapped(window, tmp_path)
    assert window.table is not None
    strip = window.table.order
    row = strip.row
    assert strip.isVisible()
    cards = [card_of(name) for name in show.picture.looked]
    assert row.shown == ()
    QTest.mousePress(row, LEFT, PLAIN, row.place(0).toPoint())
    assert row.shown == (0,), "a card is seen by who holds it"
    for number in (1, 2):
        QTest.mouseMove(row, row.place(number).toPoint())
    QTest.mouseRelease(row, LEFT, PLAIN, row.place(2).toPoint())
    assert row.shown == ()
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyPress(row, Qt.Key.Key_Space)
    assert row.shown == (1,)
    QTest.keyRelease(row, Qt.Key.Key_Space)
    assert row.shown == ()
    wanted = [cards[1], cards[0], *cards[2:]]
    assert [card_of(name) for name in row.order] == wanted
    QTest.mousePress(strip.look, LEFT)
    assert len(row.shown) == len(cards)
    QTest.mouseRelease(strip.look, LEFT)
    QTest.mouseClick(strip.put_back, LEFT)
    show.settle()
    deck = show.table.companion.play.position()["deck"]
    known = [card for card in reversed(deck) if card != "?"][: len(cards)]
    assert known == wanted
    assert not strip.isVisible()
    assert not any(
        card in line.text for line in show.picture.lines[-12:] for card in cards if line.text.startswith("next")
    )


def test_a_limb_is_explained_and_corrected_by_touching_it(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path)
    assert window.table is not None
    panel = window.table.seats[1]
    assert isinstance(panel, SawPanel)
    posted: list[object] = []
    panel.corrected.connect(posted.append)
    panel.figure.setFocus()
    QTest.keyClick(panel.figure, Qt.Key.Key_Return)
    popover = next(child for child in panel.children() if type(child).__name__ == "GaugePopover")
    popover.state.ticks["severe"].setChecked(True)
    popover.reason.setText("we forgot it")
    popover.correct.click()
    assert posted == [Correct("blue.left-arm", "severe", "we forgot it")]
    show.run()
    assert show.picture.seats[1].cards[0].gauges[1].text == "severe"


def test_a_table_without_benches_is_told_what_is_laid_on_the_drawn_ones(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path, 2, "pocket")
    person = Prisoner(window, show)
    card = person.hands.hands["red"][0]
    person._drag(person._at_piece(card), person._at_pad("seat1.bench.2"))
    show.run(200)
    assert show.picture.lines[-1].text == "bench ? 2"
    assert show.picture.benches[0] == ("", card_of(card), "")
    person._drag(person._at_piece(card), person._in_hand())
    show.run(200)
    assert show.picture.lines[-1].text == "lift 2"


def test_cards_are_carried_by_keyboard(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path)
    assert window.table is not None
    board, keys = window.table.board, Qt.Key
    board.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (keys.Key_P, keys.Key_Right, keys.Key_Right, keys.Key_Space):
        QTest.keyClick(board, key)
        show.run(50)
    show.run(2_500)
    assert show.picture.lines[-1].text == "bench ? 1"


def wander(show: Showcase, kind: str, answer: str) -> None:
    """Go on until something is asked; every trap is answered like this."""
    rng = Random(5)
    for _ in range(400):
        play = show.table.companion.play
        if not play.waiting or play.decision.kind == kind:
            break
        show.say(answer if play.decision.kind == "answer" else choose(play, rng))
    assert show.table.companion.play.decision.kind == kind
    settle_events()


def test_damage_is_shared_out_by_clicking_limbs(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path)
    wander(show, "damage", "sacrifice")
    person, play = Prisoner(window, show), show.table.companion.play
    split = list(play.options(play.decision).enumerate())[1]
    seat, first = play.decision.seat, 2 if play.state.agenda[-1][2] else 0
    before = play.state.limbs[seat][first : first + 2]
    person._share(*split)
    show.run(100)
    after = show.table.companion.play.state.limbs[seat][first : first + 2]
    assert after == (before[0] + split[0], before[1] + split[1])
    assert f"damage {split[0]} {split[1]}" in [line.text for line in show.picture.lines]


def test_in_a_challenge_the_victim_alone_is_advised(window: Window, tmp_path: Path) -> None:
    show = begun(window, tmp_path)
    wander(show, "challenge", "challenge")
    assert window.table is not None
    seat = show.picture.prompt.seat
    assert seat is not None
    assert show.picture.advice[0].startswith("Best to commit: ")
    look = window.table.seats[seat].look
    QTest.mousePress(look, LEFT)
    assert window.table.hand.isVisible()
    QTest.mouseRelease(look, LEFT)
    assert "Best to commit" not in repr((show.picture.lines, show.picture.prompt, show.picture.seats))


@pytest.mark.parametrize("profile", [pytest.param("bench", marks=pytest.mark.slow), "pocket"])
def test_house_players_finish_a_game_among_themselves(tmp_path: Path, profile: str) -> None:
    show = Showcase(tmp_path, ("apprentice", "mastermind"), seed=4, profile=profile, game="saw")
    show.run_while(lambda: show.picture.prompt.kind != "over", 40, 600_000)
    assert show.picture.prompt.kind == "over"
    assert show.picture.winner is not None
