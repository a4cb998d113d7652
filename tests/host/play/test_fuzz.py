"""Whatever people, sensors and cables do, in any order: nothing escapes, the ledger folds, replay agrees."""

from random import Random

import pytest

from engines.core.viewers import PUBLIC
from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE
from hardware import profiles
from hardware.profiles.model import Profile
from host.ledger import Batch, Fact, Ledger
from host.play import opening
from host.play.commands import (
    Aim,
    Command,
    Correct,
    GoOn,
    GoTo,
    Lay,
    Leave,
    Mask,
    Name,
    Pick,
    Press,
    Redo,
    Say,
    Show,
    TableIsRight,
    Taps,
    Undo,
)
from host.play.companion import Companion
from host.play.replay import replay

UID = "0011223344556677"
OPTIONS = ({}, {"A2": "two", "A7": "may-stop"}, {"A3": "random", "A20": "attacker"}, {"A2": "diagonal", "A8": "legal"})
STEPS = 150
TAGS = [f"04{number:012x}" for number in range(6)]


class Mess:
    """Everything that can reach a companion, at random."""

    profile: Profile = profiles.load("grid")
    opening: tuple[str, ...] = ()

    def __init__(self, companion: Companion, ledger: Ledger, rng: Random) -> None:
        self.companion = companion
        self.now = 1_000
        self._ledger = ledger
        self._rng = rng
        self._tiles = bytearray(len(self.profile.tiles))
        self._seq = 1
        companion.link("The board is connected.", True, self.now, UID)
        for chunk in range(-(-len(self._tiles) // MAX_DATA)):
            self._tell(BASELINE, chunk, bytes(min(MAX_DATA, len(self._tiles) - chunk * MAX_DATA)))
        assert companion.table.is_known
        for text in self.opening:
            companion.command(Say(text), self.now)

    def step(self) -> None:
        rng = self._rng
        self.now += rng.choice((3, 40, 200, 700, 3500))
        kind = rng.random()
        if kind < 0.45:
            self._sense(self._masks())
        elif kind < 0.5:
            self._fact(BUTTON, 0, rng.randrange(16))
        elif kind < 0.55:
            is_linked = rng.random() < 0.7
            self.companion.link("The cable was touched.", is_linked, self.now, UID if is_linked else "")
        else:
            self.companion.command(self._command(), self.now)
        assert self.companion.picture.prompt.title

    def settle(self) -> None:
        """Have the table show what it should."""
        self._sense(dict(enumerate(self.companion.stage.scene(self.companion.play).signature)))

    def _masks(self) -> dict[int, int]:
        """Mostly what should be there or what an answer makes of it; sometimes anything."""
        rng, companion = self._rng, self.companion
        outcomes = list(companion.stage.outcomes(companion.play))
        goal = rng.choice(outcomes) if outcomes and rng.random() < 0.6 else None
        goal = goal or companion.stage.scene(companion.play).signature
        if rng.random() < 0.25:
            return {rng.randrange(len(goal)): rng.choice((0, 1, 2, 4, 8, 6, 31))}
        return dict(enumerate(goal))

    def _sense(self, masks: dict[int, int]) -> None:
        for tile, mask in masks.items():
            if self._tiles[tile] != mask:
                self._fact(TILE, tile, mask)

    def _fact(self, kind: int, src: int, value: int) -> None:
        if kind == TILE:
            self._tiles[src] = value
        self._tell(kind, src, bytes((value,)))

    def _tell(self, kind: int, src: int, data: bytes) -> None:
        fact = Fact(self._seq, None, self.now, self.now, kind, src, data)
        self._seq += 1
        self._ledger.commit(Batch(UID, 7, self._seq, self.now, (fact,)))
        self.companion.facts((fact,), self._ledger.last_fact())

    def _command(self) -> Command:
        rng, picture = self._rng, self.companion.picture
        if picture.prompt.buttons and rng.random() < 0.5:
            return rng.choice(picture.prompt.buttons).command
        anything: tuple[Command, ...] = (
            *(Say(rng.choice(list(self.companion.legal()) or ["draw"])), Say("dance"), Pick(rng.randrange(-2, 9))),
            *(Leave(), Aim()),
            *(Press(rng.randrange(2), rng.choice(("yes", "no"))), Undo(rng.randrange(1, 4)), Redo(), GoOn()),
            *(GoTo(rng.randrange(40)), TableIsRight(), Mask(rng.randrange(120), rng.random() < 0.3)),
            *self._things(),
        )
        return rng.choice(anything)

    def _things(self) -> tuple[Command, ...]:
        """What is said or shown of the pieces of this game."""
        rng, picture = self._rng, self.companion.picture
        names = [piece.name for piece in picture.pieces] + [name for seat in picture.seats for name in seat.pile]
        return (
            *(Name(rng.choice(("hub-2", "gun-6", "nothing"))), Show(rng.choice(names or ["x"]))),
            Correct("ship-1.energy", rng.randrange(-1, 9), "a test"),
        )


class LootMess(Mess):
    """The same with cards in hands, and now and then a tag."""

    profile = profiles.load("field")
    opening = ("avatar annie", "avatar coral", "first red")
    number = "red.health"

    def _things(self) -> tuple[Command, ...]:
        rng = self._rng
        return (
            *(Name(self._card()), Show(self._card()), Show(self._card(), "play", rng.choice(TAGS))),
            *(Say(rng.choice(list(self.companion.legal()) or ["done"])) for _ in range(2)),
            Correct(self.number, rng.randrange(-1, 12), "a test"),
        )

    def _card(self) -> str:
        return self._rng.choice(sorted(self.companion.game.tagged()))


class SawMess(LootMess):
    """The same with benches, and nothing on tiles."""

    profile = profiles.load("bench")
    opening = ("character surgeon", "character broker", "first red")
    number = "red.blood"

    def _masks(self) -> dict[int, int]:
        return {}

    def _things(self) -> tuple[Command, ...]:
        rng = self._rng
        return (
            *super()._things(),
            *(self._lay() for _ in range(8)),
            *(Show(self._card(), "discard", rng.choice(TAGS)), Taps(rng.choice(("every", "needed", "none")))),
        )

    def _lay(self) -> Lay:
        rng = self._rng
        pad, card = f"seat{rng.randrange(1, 3)}.bench.{rng.randrange(1, 4)}", rng.choice((self._card(), "", "", "?"))
        return Lay(pad, card, rng.choice(TAGS), rng.random() < 0.9)


MESSES: dict[str, type[Mess]] = {"armada": Mess, "loot": LootMess, "saw": SawMess}


@pytest.mark.parametrize(
    ("game", "seed"),
    [*(("armada", seed) for seed in range(12)), *((game, seed) for game in ("loot", "saw") for seed in range(10))],
)
def test_nothing_escapes_and_everything_folds(tmp_path, game, seed):
    path = tmp_path / "mess.ledger"
    rng = Random(seed)
    players = ("person", "person") if seed % 3 else ("person", "wanderer")
    options = OPTIONS[seed % len(OPTIONS)] if game == "armada" else {}
    with Ledger.open(path, synchronous="OFF") as ledger:
        profile = MESSES[game].profile.name
        companion = opening.begin(ledger, game, profile, 1_000, players=players, options=options)
        mess = MESSES[game](companion, ledger, rng)
        for _ in range(STEPS):
            mess.step()
        folded = opening.resume_quietly(ledger, mess.now)
        assert knowledge(folded) == knowledge(companion)
        assert [line.text for line in folded.picture.lines] == [line.text for line in companion.picture.lines]
        assert folded._desk.tapping._tokens == companion._desk.tapping._tokens
    assert replay(path).difference is None


def knowledge(companion: Companion) -> tuple[object, ...]:
    """All that a program knows of the play: what was seen, and what each seat and everybody may know."""
    play = companion.play
    return play.digest(), play.seen, *(play.view(viewer) for viewer in (PUBLIC, 0, 1))


@pytest.mark.parametrize("seed", range(6))
def test_a_table_put_right_always_leads_on(tmp_path, seed):
    """From any mess: lay the pieces as they should lie, and the game asks for an answer again."""
    with Ledger.open(tmp_path / "mess.ledger", synchronous="OFF") as ledger:
        companion = opening.begin(ledger, "armada", "grid", 1_000)
        mess = Mess(companion, ledger, Random(100 + seed))
        for _ in range(STEPS):
            mess.step()
        companion.link("The board is connected.", True, mess.now, UID)
        for tile in list(companion.table.masked):
            companion.command(Mask(tile, False), mess.now)
        for _ in range(4):
            mess.settle()
            mess.now += 5_000
            companion.tick(mess.now)
        assert companion.picture.prompt.kind in ("turn", "reveal", "over", "aim")
