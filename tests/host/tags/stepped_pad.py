"""A pad on virtual time: the sticker is a model, the firmware reads and writes it, the link asks."""

from collections.abc import Callable

from firmware import wire
from hardware.twin.board import Twin
from host.ledger import Ledger
from host.link import Link, Outcome, Stepped, read_pages
from host.link.requests import Done
from host.tags.taps import Lifted, Seen, TagGone, TagRefused, Tap, TapError, Wish

ANSWER_MS = 5_000


class SteppedPad:
    """The `play` pad of a pocket table; `lift_in` ms after the next write is asked for, the card is lifted."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.ledger = Ledger.open(":memory:")
        self.board = Stepped(twin, Link(self.ledger, seed=1))
        self.board.plug()
        self.board.run_for(600)
        self.lift_in: int | None = None
        self.card = ""
        self._uid = b""

    def put(self, card: str) -> Tap | None:
        self.twin.put_card(card, "play")
        self.card = card
        return self.wait(1)

    def lift(self) -> None:
        self.twin.lift_card(self.card)
        self.board.run_for(1_500)

    def ask(self, wish: Wish) -> None:
        """Its light does not matter here."""

    def wait(self, timeout: float) -> Tap | None:
        self.board.run_for(int(1000 * timeout))
        view = self.board.link.pads[0]
        self._uid = view.uid
        return Seen(view.uid, view.text) if view.what == wire.PAD_PRESENT else Lifted()

    def read(self, page: int, pages: int) -> bytes:
        link = self.board.link
        found = read_pages(self._ask(lambda done, now: link.read_tag(0, page, pages, self._uid, done, now)))
        assert found is not None
        return found[1]

    def write(self, page: int, data: bytes) -> None:
        link, uid = self.board.link, self._uid
        self._ask(lambda done, now: link.write_tag(0, page, data, uid, done, now), self.lift_in)

    def _ask(self, question: Callable[[Done, int], None], lift_in: int | None = None) -> bytes:
        outcomes: list[Outcome] = []
        question(lambda outcome, _: outcomes.append(outcome), self.board.now)
        if lift_in is not None:
            self.board.run_while(lambda: not outcomes, lift_in)
            self.twin.lift_card(self.card)
            self.lift_in = None
        assert self.board.run_while(lambda: not outcomes, ANSWER_MS)
        if outcomes[0].ok:
            return outcomes[0].data
        if outcomes[0].status in (wire.NO_TAG, wire.TORN):
            raise TagGone(outcomes[0].text)
        raise (TagRefused if outcomes[0].status == wire.REFUSED else TapError)(outcomes[0].text)
