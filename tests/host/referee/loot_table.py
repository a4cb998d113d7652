"""Loot Trap as a table shows it to the referee: answers are texts in the game's notation."""

from itertools import pairwise

import engines
from engines.core import Answer, Decision
from hardware import profiles
from hardware.profiles.model import CENTRE, EAST, NORTH, WEST
from host.play.prompts import neighbours
from host.referee import Guide, Outlook
from host.stage.loot import LootStage
from tests.engines.loot.scenes import Scene
from tests.host.referee.hands import Hands

FIELD = profiles.load("field")
GAME = engines.load("loot")
STAGE = LootStage(FIELD, GAME, 2)
NEIGHBOURS = neighbours(FIELD)
CROSS = EAST | WEST


def tile(name):
    return FIELD.tile_named(name).index


def cell(number):
    return FIELD.tiles[number].name


def scene(state):
    return STAGE._tiles.scene(state)


def outlook(play):
    """What the referee must know of a play."""
    decision = next((item for item in play.waiting if isinstance(item, Decision)), None)
    outcomes = STAGE.outcomes(play) if decision else {}
    return Outlook(
        STAGE.scene(play),
        {shown: tuple(play.write(choice) for choice in choices) for shown, choices in outcomes.items()},
        lambda answer: after(play, answer),
    )


def after(play, answer):
    ahead = play.clone()
    ahead.feed(Answer(ahead.decision.id, ahead.parse(answer)))
    return outlook(ahead)


def table(place=None, at="move"):
    """Red on b4 and Blue on b8, who has no cards and so cannot interrupt; ``place`` adds to the position."""
    position = Scene().pawn("red", "b4").hand("red", "? ? ?")
    return Pirates((place(position) if place else position).table(at=at))


class _Table:
    """How this game shows itself, as ``Hands`` wants it."""

    NEIGHBOURS = NEIGHBOURS
    tile, cell, scene, outlook = map(staticmethod, (tile, cell, scene, outlook))


class Pirates(Hands):
    """Hands that move pawns, turn trays and lay cross trays."""

    on = _Table

    def snapshot(self):
        """Trays may lie either way round, and where a card is taken nothing counts."""
        return STAGE.read(self.play, super().snapshot())

    def pawn_off(self, name):
        return self._change(name, 0, CENTRE)

    def pawn_on(self, name):
        return self._change(name, CENTRE, 0)

    def walk(self, *names, pause=500):
        """Lift a pawn, and put it elsewhere after a while; and on."""
        for start, end in pairwise(names):
            self.pawn_off(start).wait(pause)
            self.pawn_on(end)
        return self

    def tray(self, name, reed):
        """Turn a tray so that its magnet lies over a reed."""
        return self._change(name, reed, 0xF & ~reed)

    def tray_off(self, name):
        return self._change(name, 0, 0xF)

    def cross_on(self, name):
        return self._change(name, CROSS, 0)

    def cross_off(self, name):
        return self._change(name, 0, CROSS & ~(self.tiles[tile(name)] & NORTH))

    def follow(self, most=40):
        """Do what the lights ask for until they ask for nothing; return how many steps it took."""
        for count in range(most):
            self.wait(200)
            if not isinstance(self.verdict, Guide):
                return count
            self._do(self.verdict.step)
        raise AssertionError(f"The guidance does not end: {self.verdict}")

    def _do(self, step):
        what = (step.name or "").partition(".")[0]
        reeds = {"pawn": CENTRE, "tray": 0xF, "cross": CROSS}[what]
        if step.source is not None:
            self._change(cell(step.source), 0, reeds)
            self.wait(200)
        if step.target is not None:
            self._change(cell(step.target), step.mask, 0)

    def _change(self, name, more, less):
        self._touch(tile(name), self.tiles[tile(name)] & ~less | more)
        return self
