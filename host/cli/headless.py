"""A game in plain lines: what is asked, what was understood and why, and the words of the players."""

from __future__ import annotations

import sys
import threading

from hardware.twin.client import TwinControl, TwinError
from hardware.twin.objects import FACINGS
from host.cli.places import decks_folder
from host.cli.play import program
from host.ledger import Ledger
from host.plain import plain_lines
from host.play.companion import Companion
from host.play.house import Choose
from host.play.live import LiveTable
from host.play.picture import Picture, Reading
from host.play.terminal import describe, health, helped, line, read, read_aloud, whispered, worded
from host.table.tags import Cards
from host.tags.shelf import decks_in


def converse(companion: Companion, ledger: Ledger, port: str, control: TwinControl | None, choose: Choose) -> int:
    """Play until the input ends or says quit."""
    printer = _Printer()
    decks, problems = decks_in(decks_folder(), companion.game.name)
    cards = Cards(companion.game.tagged(), decks)
    table = LiveTable(
        companion, ledger, port, on_change=lambda: printer.show(table.picture), choose=choose, cards=cards
    )
    for problem in problems:
        _say(problem)
    _say(f"The game is kept in {ledger.path}. Type help for what you can say.")
    if control is not None and companion.stage.profile.pads:
        example = companion.stage.examples.hands[0]
        _say(f'The table is simulated: lines such as "twin {example}" move what lies on it; "hands" lets it follow.')
    tiles = {tile.name: tile.index for tile in companion.stage.profile.tiles}
    printer.show(table.picture)
    table.start()
    try:
        for text in sys.stdin:
            if text.strip() == "quit":
                break
            printer.hear_again()
            if text.strip() == "help":
                _say(helped(companion.stage.examples), flush=True)
            else:
                _take(text.strip(), table, tiles, control)
    finally:
        printer.is_quiet = True
        table.stop()
    _say(f"The game is kept. Go on with: {program()} play --headless --resume {ledger.path}")
    return 0


def _take(text: str, table: LiveTable, tiles: dict[str, int], control: TwinControl | None) -> None:
    """Do what one line says; what cannot be done is answered with a sentence."""
    if not text:
        return
    if text == "legal":
        for number, button in enumerate(table.picture.prompt.buttons, 1):
            _say(f"  {number:3} {worded(button)}")
        sys.stdout.flush()
    elif text == "log":
        seats = tuple(seat.name for seat in table.picture.seats)
        for entry in table.picture.lines:
            _say(line(entry, seats))
        _say("" if table.picture.lines else "Nothing has happened yet.", flush=True)
    elif text == "advice":
        advice = table.picture.advice or (
            "There is nothing to advise: that takes a challenge, and cards that are told.",
        )
        _say("\n".join(f"  {sentence}" for sentence in advice), flush=True)
    elif text == "health":
        sentences = tuple(health(table.picture)) or ("This table has no sensors.",)
        _say("\n".join(f"  {sentence}" for sentence in sentences), flush=True)
    elif text == "look":
        whispers = whispered(table.picture) or ("No house player has chosen a card in secret.",)
        _say("\n".join(f"  {sentence}" for sentence in whispers), flush=True)
    elif text == "hands":
        _follow(table.picture, control, list(tiles))
    elif text.startswith("twin "):
        _move_twin(text[5:], control)
    else:
        try:
            table.post(read(text, table.picture, tiles))
        except ValueError as error:
            _say(f"!! {error}", flush=True)


def _move_twin(phrase: str, control: TwinControl | None) -> None:
    if control is None:
        _say("!! This table is no twin; move its pieces by hand.", flush=True)
        return
    try:
        control.say(phrase)
    except TwinError as error:
        _say(f"!! {error}", flush=True)


def _follow(picture: Picture, control: TwinControl | None, names: list[str]) -> None:
    """Put every piece on the simulated table where it should stand."""
    if control is None:
        _say("!! This table is no twin; move its pieces by hand.", flush=True)
        return
    control.clear()
    for piece in picture.pieces:  # from the table upwards
        control.put(piece.name, piece.kind, names[piece.tile], facing=FACINGS[piece.facing])


def _say(text: str, *, flush: bool = False) -> None:
    """Print lines as plain text: boards, tags, decks and ledgers may have had a part in them."""
    print(plain_lines(text), flush=flush)


class _Printer:
    """Prints what is new in each picture: the ledger's lines, refusals, the connection, and what is asked."""

    def __init__(self) -> None:
        self._lines = 0
        self._asked: tuple[str, ...] = ()
        self._notice = self._link = ""
        self._reading: Reading | None = None
        self._lock = threading.Lock()
        self.is_quiet = False

    def hear_again(self) -> None:
        """A new line was typed: the same refusal is said once more."""
        self._notice = ""

    def show(self, picture: Picture) -> None:
        with self._lock:
            if self.is_quiet:
                return
            seats = tuple(seat.name for seat in picture.seats)
            for entry in picture.lines[self._lines :]:
                if not entry.is_quiet:
                    _say(line(entry, seats))
            self._lines = len(picture.lines)
            if picture.notice and picture.notice != self._notice:
                _say(f"!! {picture.notice}")
            if picture.link != self._link:
                _say(f"-- {picture.link}")
            self._notice, self._link = picture.notice, picture.link
            if picture.reading != self._reading:
                for text in read_aloud(picture.reading):
                    _say(text)
            self._reading = picture.reading
            asked = tuple(describe(picture))
            if asked != self._asked:
                _say("\n".join(asked))
            self._asked = asked
            sys.stdout.flush()
