"""Hands at a virtual table of SAW: cards are held to the pads, laid on benches and lifted off again.

Tags are moved in the twin; only readers tell the rules. Where a table has no benches, what is laid there is said.
"""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal

from host.app.desk import Desk
from host.app.hands import PACE_MS, VirtualHands, closed_seats
from host.app.places import Place, Where
from host.app.saw_layout import DISCARD, PLAY, SawGeometry
from host.play.commands import Say
from host.play.picture import Picture

_NUMBERED = "#"


def card_of(name: str) -> str:
    """Return which card a thing is: "rope" of "rope#12"."""
    return name.partition(_NUMBERED)[0]


class SawHands(VirtualHands):
    """Carries cards about.

    Attributes:
        hands: the cards of each hand by seat, as they lie there.
        chosen: the card that is meant next where a card is not named, if one was chosen.

    Signals:
        held: the name of that card.
        said: a Say command: what no pad can read.
    """

    held = pyqtSignal(str)
    said = pyqtSignal(object)

    def __init__(self, geometry: SawGeometry, desk: Desk, *, seed: int = 0, pace: int = PACE_MS) -> None:
        super().__init__(geometry.profile, desk, (), seed=seed, pace=pace)
        self.is_felt = False
        self.hands: dict[str, list[str]] = {}
        self.chosen = ""
        self._real = geometry.real
        self._pads = {pad.name: pad.index for pad in geometry.profile.pads}
        self._seats: list[str] = []
        self._benched: dict[str, int] = {}  # where the rules have cards on benches: pads by card
        self._moved: dict[str, Place] = {}  # what somebody has just laid or lifted, and the rules have not heard of
        self._dealt: tuple[object, ...] = ()
        self._tapped = ""  # what was held to a pad last
        self._on_pad: tuple[str, str] | None = None  # what is held to a pad now, and which
        self._read: dict[str, str] = {}  # what the pads read
        self._before: dict[str, str] = {}  # and what they read before that
        self._made = 0
        self._closed: tuple[str, ...] = ()

    # ---- what lies where -------------------------------------------------------------------------------------------

    def rack(self, seat: str) -> list[str]:
        """Return the cards of a hand, those after the chosen one first: so the keyboard goes through all of them."""
        hand = self.hands.get(seat, [])
        at = hand.index(self.chosen) + 1 if self.chosen in hand else 0
        return [*hand[at:], *hand[:at]]

    def reaches(self, name: str) -> bool:
        """A person takes no card of a house player."""
        return super().reaches(name) and not (self._seats and self._seats[self.owner(name)] in self._closed)

    def owner(self, name: str) -> int:
        """Return whose a card is."""
        for number, seat in enumerate(self._seats):
            if name in self.hands.get(seat, ()):
                return number
        pad = self._benched.get(name)
        return self._seat_of(pad) if pad is not None else 0

    def _seat_of(self, pad: int) -> int:
        """Return whose bench a pad belongs to, -1 for none."""
        name = self._profile.pads[pad].name
        return int(name.partition(".")[0].removeprefix("seat")) - 1 if ".bench." in name else -1

    # ---- the table follows the game --------------------------------------------------------------------------------

    def lay(self, picture: Picture) -> None:
        """Set the table up at once as a picture says."""
        self.deal(picture)

    def deal(self, picture: Picture) -> None:
        """Bring hands and benches up to date, if the rules have changed them."""
        self._closed = closed_seats(picture)
        self._read = {sight.name: sight.card for sight in picture.pads}
        if self._on_pad is not None and self._is_read(*self._on_pad):
            self._take_away()
        dealt = (picture.hands, picture.benches)
        if dealt != self._dealt:
            self._dealt = dealt
            self._bring(picture)

    def follow(self, picture: Picture) -> None:
        """Bring hands and benches up to date."""
        self.deal(picture)

    def forget(self) -> None:
        """Something was said or taken back: the table follows that, whatever hands have just done."""
        self._moved.clear()
        self._dealt = ()

    def _bring(self, picture: Picture) -> None:
        """Give every card of the rules one that can be touched; those that are there stay the same if they can."""
        self._seats = [seat.name for seat in picture.seats]
        benched: dict[str, int] = {}
        hands: dict[str, list[str]] = {}
        for number, seat in enumerate(self._seats):
            mine = [*(name for name, pad in self._benched.items() if self._seat_of(pad) == number)]
            mine += self.hands.get(seat, [])
            mine.sort(key=lambda name: name == self._tapped)  # what was held to a pad has gone first
            for slot, card in enumerate(picture.benches[number]):
                if card:
                    pad = self._pads[f"seat{number + 1}.bench.{slot + 1}"]
                    benched[self._taken(mine, card, pad)] = pad
            hands[seat] = [self._taken(mine, card) for card in picture.hands[number]]
        self.hands, self._benched = hands, benched
        should = {name: Place(Where.RACK) for hand in hands.values() for name in hand}
        should |= {name: Place(Where.PAD, pad=pad) for name, pad in benched.items()}
        for name in self._known():
            if name not in should:
                self._stow(name, Where.SCRAP)
                self._moved.pop(name, None)
        for name, place in should.items():
            self._settle(name, place)
        self.moved.emit(tuple(should), 0)

    def _taken(self, mine: list[str], card: str, pad: int | None = None) -> str:
        """Take a copy of a card out of those that a seat has, that on a pad if it lies there; or make one."""
        copies = [name for name in mine if card_of(name) == card]
        there = [name for name in copies if pad is not None and self.places[name].pad == pad]
        in_hand = [name for name in copies if pad is None and self.places[name].pad is None]
        name = next(iter((*there, *in_hand, *copies)), "")
        if name:
            mine.remove(name)
            return name
        self._made += 1
        return f"{card}{_NUMBERED}{self._made}"

    def _settle(self, name: str, place: Place) -> None:
        """Bring a card to where the rules have it, unless a hand has just taken it elsewhere."""
        if self._moved.get(name) == place:
            del self._moved[name]
        if name in self._moved or (name in self.places and self.places[name].where is Where.HAND):
            return
        if name not in self.places:
            self.places.move(name, Place(Where.SCRAP))
        if self.places[name] != place:
            self._place(name, place)

    def _known(self) -> list[str]:
        return [name for where in (Where.RACK, Where.PAD) for name in self.places.names(where)]

    def _place(self, name: str, place: Place) -> None:
        """Put a card down; a pad that is only drawn feels nothing."""
        if place.pad is not None and place.pad >= self._real:
            self._lift(name)
            self._move({name: place}, 0)
        else:
            super()._place(name, place)

    # ---- what a hand does ------------------------------------------------------------------------------------------

    def pick_up(self, name: str) -> None:
        """Take a card in the hand."""
        self.choose(name)
        self._lift(name)
        self._move({name: Place(Where.HAND)}, 0)

    def put_down(self, name: str, place: Place) -> bool:
        """Lay a card on a bench, hold it to a pad, or take it back into the hand."""
        pad = self._profile.pads[place.pad].name if place.pad is not None else ""
        if pad in (PLAY, DISCARD):
            self._home(name)
            self.tap_on(name, pad)
            return True
        if place.pad is not None:
            return self._bench(name, place.pad)
        self._place(name, Place(Where.RACK))
        self._lift_off(name)
        return True

    def tap_on(self, name: str, pad: str) -> None:
        """Hold a card to a pad until it is read; a pad that is only drawn stands for the other."""
        self._tapped = name
        index = self._pads[pad]
        target = index if index < self._real else self.play
        self._take_away()
        if target is not None and target < self._real:
            self.desk.put_card(name, target)
            self._on_pad, self._before = (name, self._profile.pads[target].name), self._read

    def _is_read(self, name: str, pad: str) -> bool:
        """Tell whether a pad has read what is held to it, and not only what was there before."""
        read = self._read.get(pad, "")
        if not read:
            self._before = {}
        return read == card_of(name) and self._before.get(pad) != read

    def _take_away(self) -> None:
        """Take the card that was held to a pad off it."""
        if self._on_pad is not None:
            self.desk.lift(self._on_pad[0])
            self._on_pad = None

    def _home(self, name: str) -> None:
        """A card that is held to a pad is drawn where the rules have it; they will say where it goes on to.

        One of a bench has left its slot all the same: if nothing comes of it, the rules will find it in the hand.
        """
        pad = self._benched.get(name)
        self._lift(name)
        self._move({name: Place(Where.RACK) if pad is None else Place(Where.PAD, pad=pad)}, 0)
        self._moved.pop(name, None)

    def _bench(self, name: str, pad: int) -> bool:
        seat = self._seat_of(pad)
        if seat != self.owner(name):
            return False
        for other in self.places.on_pad(pad):
            if other != name:
                self._moved[other] = Place(Where.RACK)
                self._place(other, Place(Where.RACK))
        self._moved[name] = place = Place(Where.PAD, pad=pad)
        self._place(name, place)
        if pad >= self._real and self._benched.get(name) != pad:
            slot = self._profile.pads[pad].name.rpartition(".")[2]
            if name in self._benched:
                self._lift_off(name)
            self.said.emit(Say(f"bench {card_of(name)} {slot}"))
        return True

    def _lift_off(self, name: str) -> None:
        """A card was taken off a bench."""
        pad = self._benched.get(name)
        if pad is None:
            return
        self._moved.setdefault(name, Place(Where.RACK))
        if pad >= self._real:
            self.said.emit(Say(f"lift {self._profile.pads[pad].name.rpartition('.')[2]}"))

    def choose(self, name: str) -> None:
        """Choose the card that is meant where none is named."""
        before, self.chosen = self.chosen, name
        self.held.emit(card_of(name))
        self.moved.emit(tuple(each for each in (before, name) if each in self.places), 0)

    def tap(self, name: str) -> None:
        """A card that is clicked is the one that is meant."""
        self.choose(name)

    def turn(self, name: str, quarters: int) -> None:
        """Cards are not turned."""
