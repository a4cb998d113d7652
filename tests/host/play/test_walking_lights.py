"""People who look at the lights alone and press yes at any moment: they get what was lit for long enough, or nothing.

Positions are those of random games. In each, whatever can be aimed with is aimed with, and some legal answers are asked
about; what the lights showed is taken from the picture, never from what decides.
"""

from random import Random

import pytest

from host.ledger import Ledger
from host.play import opening
from host.play.commands import Aim, Leave, Press, Say
from host.play.floor import decision_of
from host.play.question import Question
from host.referee.walking import GRACE_MS, WALK_MS
from host.stage.language import ASKED

TABLES = [("armada", "grid", 2), ("loot", "field", 3), ("saw", "bench", 3)]
LOOK_MS = 10
PRESSES = 60


class Onlooker:
    """Watches the lights of one game, and presses."""

    def __init__(self, game: str, profile: str, seats: int, seed: int) -> None:
        self.ledger = Ledger.open(":memory:")
        self.rng = Random(seed)
        self.now = 1_000
        self.companion = opening.begin(self.ledger, game, profile, self.now, players=["person"] * seats)
        self.desk = self.companion._desk
        self.seen: list[frozenset[int]] = []  # what was lit at each look

    def go_on(self) -> None:
        """Give any legal answer."""
        legal = list(self.companion.legal())
        if legal:
            self.do(Say(self.rng.choice(legal)))
        elif (names := [button for button in self.companion.picture.prompt.buttons if button.command]) != []:
            self.do(self.rng.choice(names).command)

    def do(self, command) -> None:
        if not isinstance(command, Press):
            self.seen.clear()
        self.companion.command(command, self.now)

    def watch(self, duration: int) -> None:
        for _ in range(duration // LOOK_MS):
            effects = self.companion.picture.lights.effects
            self.seen.append(frozenset(effects[ASKED.slot].lights) if ASKED.slot in effects else frozenset())
            self.now += LOOK_MS
            self.companion.tick(self.now)

    def clearly_lit(self) -> int | None:
        """The one light that was lit all the time for as long as a person needs to see it."""
        lately = set(self.seen[-GRACE_MS // LOOK_MS + 1 :])
        [light] = next(iter(lately)) if len(lately) == 1 and len(next(iter(lately))) == 1 else [None]
        return light if len(self.seen) * LOOK_MS >= GRACE_MS else None

    def press(self) -> None:
        seat = min(self.companion.floor().seats() | self.companion.stage.pressers(self.companion.play), default=0)
        self.do(Press(seat, "yes"))


def ask(game: Onlooker) -> list[tuple[object, int | None]] | None:
    """Ask about some legal answers; return them with their lights, as they stand on the table."""
    decision = decision_of(game.companion.play)
    if decision is None or decision.seat < 0:
        return None
    choices = list(game.companion.play.options(decision).enumerate())
    candidates = tuple(game.rng.sample(choices, min(len(choices), game.rng.randint(2, 4))))
    if len(candidates) < 2:
        return None
    game.desk.aiming = None
    game.desk.question = Question(candidates, "So it is.", None, game.now, is_shown=True)
    game.companion.complain("")  # or the picture would stay as it was
    game.seen.clear()
    stage, play = game.companion.stage, game.companion.play
    spare = stage.profile.seat_light(decision.seat, "limb", 0)
    tiles = [stage.wording(play, choice).tile for choice in candidates]
    return [
        (choice, spare if tile is None else stage.profile.tile_light(tile))
        for choice, tile in zip(candidates, tiles, strict=True)
    ]


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_yes_to_a_question_picks_what_was_clearly_lit_or_nothing(game, profile, seats, seed):
    onlooker = Onlooker(game, profile, seats, seed)
    picked = 0
    for _ in range(PRESSES):
        onlooker.go_on()
        asked = ask(onlooker)
        if asked is None:
            continue
        onlooker.watch(onlooker.rng.randrange(LOOK_MS, 3 * WALK_MS))
        lit, lines = onlooker.clearly_lit(), onlooker.companion.age
        onlooker.press()
        if onlooker.companion.age > lines:
            picked += 1
            last = onlooker.companion.play.log[-1].choice
            assert [choice for choice, light in asked if light == lit] == [last]
        onlooker.do(Leave())
    assert picked or game == "saw"  # in SAW nothing that is asked about has a light of its own
    onlooker.ledger.close()


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_yes_while_aiming_takes_what_was_clearly_lit_or_nothing(game, profile, seats, seed):
    onlooker = Onlooker(game, profile, seats, seed)
    picked = 0
    for _ in range(PRESSES):
        onlooker.go_on()
        onlooker.do(Aim())
        aiming = onlooker.desk.aiming
        if aiming is None or decision_of(onlooker.companion.play) is None:
            continue
        for _ in range(3):
            before, lines = aiming.targets, onlooker.companion.age
            onlooker.watch(onlooker.rng.randrange(LOOK_MS, 3 * WALK_MS))
            lit = onlooker.clearly_lit()
            onlooker.press()
            chosen = [target for target in before if target.light == lit]
            if onlooker.companion.age > lines:
                assert len(chosen) == 1, "several share the light"
                picked += 1
                break
            if aiming.targets != before:
                answers = {answer for target in aiming.targets for answer in target.answers}
                assert answers == {answer for target in chosen for answer in target.answers}
        onlooker.do(Leave())
    assert picked or game == "saw"
    onlooker.ledger.close()
