"""SAW at a table of pads, as hands use it: what readers tell is told at once, and time is virtual."""

from host.ledger import Ledger, Origin
from host.play import opening
from host.play.chronicle import Because
from host.play.commands import Lay, Press, Say, Show, Undo
from host.play.tapping import LIFTED_MS
from host.stage.saw_lights import bench_lights
from tests.engines.saw.positions import SEATS, position

THOMAS = "rising-water acid-bath lever"


def table(**fields):
    """A table of three in the middle of a game; it is Red's second step unless something else is waited on."""
    return Prisoners(**fields)


class Prisoners:
    """Hands that lay cards on benches, hold them to pads and press buttons. ``said`` is what came of it."""

    def __init__(self, seats=3, **fields):
        self.now = 1_000
        self._ledger = Ledger.open(":memory:")
        self.companion = opening.begin(self._ledger, "saw", "bench", self.now, players=["person"] * seats)
        self.plug()
        where = position(seats=seats, **fields)
        self.companion._desk.chronicle.take_position(
            where, Because("so it begins", Origin.SCREEN), self.companion._desk.trace.moment()
        )
        self.companion._desk.expect(is_seen=False)
        for seat, bench in enumerate(fields.get("benches", {}).get(name, "- - -") for name in SEATS[:seats]):
            for slot, card in enumerate(bench.split(), 1):
                self._lay(seat, slot, "" if card == "-" else card)
        self.wait(3_000)

    # ---- what hands do -----------------------------------------------------------------------------------------

    def put(self, card, slot, seat=0):
        """Lay a card into a slot of a bench."""
        return self._lay(seat, slot, card)

    def lift(self, slot, seat=0):
        return self._lay(seat, slot, "")

    def unread(self, slot, seat=0):
        """A card lies there whose tag says nothing."""
        return self._lay(seat, slot, "?")

    def blind(self, slot, seat=0):
        """Two cards lie there, or the reader does not answer."""
        self._do(Lay(f"seat{seat + 1}.bench.{slot}", "", "", False))
        return self

    def tap(self, card, pad="play", copy=1):
        self._do(Show(card, pad, _tag(card, copy)))
        return self

    def press(self, answer, seat=0):
        self._do(Press(seat, answer))
        return self

    def say(self, text):
        self._do(Say(text))
        return self

    def undo(self):
        self._do(Undo())
        return self

    def wait(self, ms=LIFTED_MS + 100):
        self.now += ms
        self.companion.tick(self.now)
        return self

    def unplug(self):
        return self._link(False)

    def plug(self):
        return self._link(True)

    def _link(self, is_linked):
        sentence = "The board is connected." if is_linked else "The port is closed."
        self.companion.link(sentence, is_linked, self.now, "board" if is_linked else "")
        return self

    def _lay(self, seat, slot, card):
        tag = _tag(card) if card not in ("", "?") else ""
        self._do(Lay(f"seat{seat + 1}.bench.{slot}", card, tag))
        return self

    def _do(self, command):
        self.now += 50
        self.companion.command(command, self.now)

    # ---- what came of it ---------------------------------------------------------------------------------------

    @property
    def play(self):
        return self.companion.play

    @property
    def prompt(self):
        return self.companion.picture.prompt

    @property
    def notice(self):
        return self.companion.picture.notice

    @property
    def said(self):
        lines = self.companion.picture.lines
        return [line.text for line in lines if line.kind == "answer" and not line.is_taken_back]

    @property
    def bench(self):
        """Red's bench, as the host knows it."""
        return [card or "-" for card in self.play.position()["players"][0]["bench"]]

    @property
    def is_armed(self):
        """Whether Red's bench lights up."""
        effects = self.companion.picture.lights.effects.values()
        lit = {light for effect in effects for light in effect.lights}
        return set(bench_lights(self.companion.stage.profile, 0)) <= lit

    def known(self, seat=0):
        """What the host knows of a hand."""
        return [card for card in self.play.position()["players"][seat]["hand"] if card != "?"]


def _tag(card, copy=1):
    return f"{card}/{copy}"
