"""What people do by mistake: put a thing beside its place, take another one, or give another answer than they meant."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hardware.twin.objects import FACINGS
from host.soak.human.hands import Hands
from host.soak.human.moving import Mover
from host.soak.human.things import Arrangement, Motion, Spot, moved
from host.soak.human.ways import Ways
from host.soak.human.world import Deed, World


class Mistake(NamedTuple):
    """One thing that nobody meant: ``wrong`` is moved, after some others and before the rest; or ``deed`` is done."""

    wrong: Motion | None = None
    deed: Deed | None = None
    before: Sequence[Motion] = ()
    rest: Sequence[Motion] = ()


class Mistakes:
    """Finds out what could go wrong with an answer."""

    def __init__(self, hands: Hands, ways: Ways, mover: Mover, rng: Random) -> None:
        self._hands = hands
        self._ways = ways
        self._mover = mover
        self._rng = rng

    def moving(self, todo: Sequence[Motion]) -> Mistake | None:
        """Return what hands do by mistake instead of some motions; None if there is nothing that they could do."""
        kinds = [(at, found) for at in range(len(todo)) for found in self._instead_of(todo[at], todo[:at]) if found]
        if not kinds:
            return None
        at, found = self._rng.choice(kinds)
        return Mistake(self._rng.choice(found), before=todo[:at], rest=todo[at + 1 :])

    def answering(self, deed: Deed, world: World) -> Mistake | None:
        """Return what is answered or shown by mistake instead; None if there is nothing else to answer."""
        other = self._ways.another(deed, world, self._rng)
        return None if other is None else Mistake(deed=other)

    def _instead_of(self, motion: Motion, before: Sequence[Motion]) -> tuple[list[Motion], list[Motion]]:
        """Return what is moved elsewhere, and what else is moved, once something was moved before."""
        lies = moved(self._hands.lies, before)
        elsewhere = [Motion(motion.name, spot) for spot in self._beside(motion, lies)]
        return self._free(elsewhere, lies), self._free(self._ways.mixed_up(motion, lies), lies)

    def _beside(self, motion: Motion, lies: Arrangement) -> list[Spot]:
        """Return places around that of a thing; a piece may also face another way. A tray is turned where it lies."""
        target, here, kind = motion.target, lies.get(motion.name), self._ways.kind(motion.name).name
        if target is None or kind == "tray":
            return []
        around = [Spot(tile, target.facing) for tile in self._mover.beside(target.tile)]
        turned = [Spot(target.tile, facing) for facing in FACINGS if facing != target.facing and kind == "base"]
        return [spot for spot in (*around, *turned) if here is None or spot.tile != here.tile]

    def _free(self, found: list[Motion], lies: Arrangement) -> list[Motion]:
        return [
            motion for motion in found if motion.target and self._ways.is_free(motion.name, motion.target.tile, lies)
        ]
