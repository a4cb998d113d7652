"""What happened, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from firmware import wire
from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST, Profile
from host.cli.monitor.pad_words import KINDS, PadWords
from host.cli.monitor.view import Entry
from host.ledger import Fact, Gap
from host.link import (
    Arrived,
    Connected,
    Crashed,
    Described,
    Happening,
    Logged,
    Lost,
    Missed,
    PadView,
    Refused,
    Repaired,
    Troubled,
)

_FACINGS = {NORTH: "north", EAST: "east", SOUTH: "south", WEST: "west"}
_NAMES = "NESWC"


def reeds_in_words(mask: int) -> str:
    """Return what lies on a tile, as far as its reeds can tell.

    >>> reeds_in_words(NORTH), reeds_in_words(EAST | CENTRE), reeds_in_words(NORTH | EAST | WEST)
    ('piece facing north', 'piece facing east, pawn on it', 'piece facing north, cross tray over it')
    """
    around, pawn = mask & 0x0F, mask & CENTRE
    if not mask:
        return "empty"
    if not around:
        return "pawn"
    for cross in (EAST | WEST, NORTH | SOUTH):
        if around & cross == cross and around & ~cross in _FACINGS:
            words = f"piece facing {_FACINGS[around & ~cross]}, cross tray over it"
            return words + (", pawn on top" if pawn else "")
    if around in _FACINGS:
        return f"piece facing {_FACINGS[around]}" + (", pawn on it" if pawn else "")
    return "reeds " + "+".join(name for bit, name in enumerate(_NAMES) if mask >> bit & 1)


class Words:
    """Turns happenings into entries; remembers the buttons, because a fact tells all of a byte at once."""

    def __init__(
        self, profile: Profile, *, reveals: bool = False, pads: Callable[[], Sequence[PadView]] = tuple
    ) -> None:
        self.profile = profile
        self._buttons: dict[int, int] = {}
        self._pads = PadWords(profile, reveals=reveals, believed=pads)

    def entries(self, happening: Happening, now: int) -> Iterator[Entry]:
        """Yield a line for each thing that a happening tells."""
        if isinstance(happening, Arrived | Repaired):
            facts = happening.facts if isinstance(happening, Arrived) else happening.inferred
            yield from self._facts(facts)
            if isinstance(happening, Repaired):
                yield Entry(now, f"snapshot mended {_facts(len(facts))}" if facts else "snapshot: all as believed")
        elif text := _other(happening):
            yield Entry(now, text)

    def _facts(self, facts: Sequence[Fact]) -> Iterator[Entry]:
        baselines = [fact for fact in facts if fact.kind == wire.BASELINE]
        if baselines:
            yield Entry(baselines[-1].t_host, f"whole state told in {_facts(len(baselines))}")
        for fact in facts:
            if fact.kind == wire.BASELINE:
                self._learn(fact)
            else:
                for text in self._fact(fact):
                    yield Entry(fact.t_host, text + (" (inferred)" if fact.inferred else ""))

    def _fact(self, fact: Fact) -> Iterator[str]:
        value = fact.data[0] if fact.data else 0
        if fact.kind == wire.TILE:
            yield f"{self._tile(fact.src)}: {reeds_in_words(value & wire.TILE_MASK)}"
        elif fact.kind == wire.BUTTON:
            yield from self._button(fact.src, value)
        elif fact.kind in KINDS:
            yield from self._pads.lines(fact)
        else:
            yield f"fact of kind {fact.kind} from {fact.src}: {fact.data.hex()}"

    def _button(self, byte: int, value: int) -> Iterator[str]:
        changed = value ^ self._buttons.get(byte, 0)
        self._buttons[byte] = value
        for button in self.profile.buttons:
            if button.byte == byte and changed >> button.bit & 1:
                seat = self.profile.seats[button.seat].name
                yield f"{seat}: {button.answer} {'pressed' if value >> button.bit & 1 else 'released'}"

    def _learn(self, fact: Fact) -> None:
        """Take the buttons out of a chunk of the whole state."""
        for at, value in enumerate(fact.data, wire.MAX_DATA * fact.src):
            if at >= self.profile.tile_bytes:
                self._buttons[at - self.profile.tile_bytes] = value

    def _tile(self, index: int) -> str:
        tiles = self.profile.tiles
        return tiles[index].name if index < len(tiles) else f"tile {index}"


def _other(happening: Happening) -> str:
    match happening:
        case Connected(_, _, is_new_boot):
            return "connected, a new run" if is_new_boot else "connected, the same run"
        case Lost(_, sentence) | Refused(sentence) | Troubled(_, sentence):
            return sentence
        case Missed(_, gap):
            return gap_in_words(gap)
        case Described(_, caps):
            return f"serves profile {caps.get('profile', '?')}"
        case Logged(_, _, text, _):
            return f"board: {text}"
        case Crashed(_, _, text):
            return f"the board has crashed before: {text.strip().splitlines()[-1] if text.strip() else 'no record'}"
    return ""


def gap_in_words(gap: Gap) -> str:
    """Return what is missing and why."""
    if gap.last is None:
        return f"gap: from fact {gap.first} on, the board restarted"
    count = gap.last - gap.first + 1
    return f"gap: {_facts(count)} lost, the board's ring was full"


def _facts(count: int) -> str:
    return f"{count} fact" if count == 1 else f"{count} facts"
