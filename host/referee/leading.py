"""Where a table that shows nothing complete is led: to what should be there, or to the nearest answer.

What is missing is counted in steps, with the things themselves: a piece that lies where another one of the same facing
belongs is not in its place, though the reeds cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from host.referee.beliefs import Magnet
from host.referee.distances import Distances
from host.referee.foresight import Outcome
from host.referee.guidance import Place, Plan, plan
from host.referee.outlook import Outlook
from host.referee.signatures import tiles_of
from host.referee.verdicts import Guide, Step, Still
from host.referee.watch import Reading, overlaid

Goal = tuple[Outlook, Outcome]  # where the table may be led, and in which position it is an answer
GOALS = 4  # answers whose steps are counted, those first that differ least


class Leader:
    """Plans the next step. ``names`` is which thing lies where, as far as it was seen to get there."""

    def __init__(self, distances: Distances, names: Mapping[Magnet, str | None]) -> None:
        self._distances = distances
        self._names = names

    def follow(self, outlook: Outlook, reading: Reading, last: Step | None) -> Guide | Still:
        """Lead to what the table owes."""
        found = self._plan(reading.shown, _places(outlook), last)
        return Guide(*found, "the table has to follow what was answered", is_owed=True) if found else Still()

    def mend(self, outlook: Outlook, reading: Reading, goals: Iterable[Goal], last: Step | None) -> Guide:
        """Lead a table that differs to what should be there, or to the answer of which less is missing."""
        home = self._plan(reading.shown, _places(outlook), last)
        assert home is not None
        best, why, alone, is_back = home, "the table does not show what it should", None, True
        for origin, outcome in _nearest(reading, goals):
            found = self._plan(overlaid(reading.snapshot, outcome.signature), _places_after(origin, outcome), last)
            if found is not None and found.remaining < best.remaining:
                best, why, is_back = found, "little is missing to an answer", False
                differs = tiles_of(reading.seen ^ outcome.after)
                alone = differs[0] if len(differs) == 1 else None
        return Guide(*best, why, is_owed=False, alone=alone, is_back=is_back)

    def _plan(self, shown: bytes, places: Sequence[Place], last: Step | None) -> Plan | None:
        return plan(shown, places, self._names, self._distances, last)


def _nearest(reading: Reading, goals: Iterable[Goal]) -> list[Goal]:
    """Return the outcomes from which the table differs in fewer tiles than from what it should show."""
    seen = reading.seen
    least = len(tiles_of(seen ^ reading.expected))
    near = []
    for at, (origin, outcome) in enumerate(goals):
        differs = seen ^ outcome.after
        # A tile with one thing differs in two reeds at most; counting reeds is quicker than counting tiles.
        if differs.bit_count() < 2 * least and (tiles := len(tiles_of(differs))) < least:
            near.append((tiles, at, (origin, outcome)))
    return [goal for _, _, goal in sorted(near, key=lambda found: found[:2])[:GOALS]]


def _places(outlook: Outlook) -> list[Place]:
    return [Place(*thing) for thing in outlook.scene.things]


def _places_after(outlook: Outlook, outcome: Outcome) -> list[Place]:
    """Return the places of an outcome. If the rules would change more than the answer shows, things are those that
    lie there now; what comes is the one thing like it that goes, or nameless.
    """
    after = outlook.after(outcome.answers[0])
    if after is not None and after.scene.signature == outcome.signature:
        return _places(after)
    left = bytearray(outcome.signature)
    stays: list[Place] = []
    goes: list[Place] = []
    for place in _places(outlook):
        if left[place.tile] & place.mask == place.mask:
            left[place.tile] ^= place.mask
            stays.append(place)
        else:
            goes.append(place)
    return stays + [Place(_only(goes, mask), tile, mask) for tile, mask in enumerate(left) if mask]


def _only(goes: Sequence[Place], mask: int) -> str | None:
    """Return the name of the only thing that goes from somewhere and lies like this."""
    names = [place.name for place in goes if place.mask == mask]
    return names[0] if len(names) == 1 else None
