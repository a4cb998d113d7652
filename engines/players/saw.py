"""What a player of SAW goes by: how good each answer looks, from what the seat sees and without trying it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engines.core import AnyPlay, Decision
from engines.players.greedy import Greedy
from engines.players.judge import Rated
from engines.players.player import APPRENTICE, MASTERMIND, WANDERER, Player, Seen
from engines.players.ponder import Ponder
from engines.players.saw_challenge import Challenger
from engines.players.saw_hand import LEGS, NOTHING, PAID, Hand, HandJudge
from engines.players.saw_traps import Menace
from engines.players.saw_values import Values
from engines.players.wanderer import Wanderer
from engines.saw import agenda as at
from engines.saw.cards import BIND, DETECT, FILM, KEEP, LOOK, RENEW, SALVAGE
from engines.saw.game import Saw
from engines.saw.legal import ON_BENCH
from engines.saw.rules import Choice
from engines.saw.state import BOUND, Frame, State

PATIENCE = 0.5
"""What a trap must do at least to be set: there will be better ones."""
ORDER = 0.05
"""What it is worth to put a card where it belongs: after all that is played."""
WRONG = -10.0
HOPELESS = 3.0
"""Answers that look so much worse than the best are not worth a thought."""
RENEWING = 6.8
"""What it is worth by itself that all cards are new ones."""
LOOKING = 1.6
"""What it is worth to sort the next cards."""
UNREADY = 0.5
"""Which part of what a Billy is worth counts as long as there is no trap to set with it."""
CARDS = 0.1
"""Which part of what cards are worth in hand counts in a position, for each opponent: the more of them there are, the
less is won by harming one."""

Rater = Callable[[Hand, Frame, Sequence[Choice]], list[float]]


class SawAdviser:
    """Rates answers under the rulings of one game."""

    def __init__(self, game: Saw) -> None:
        self._box = game.box
        self._values = Values()
        self._traps = Menace(game.box, self._values)
        self._judge = HandJudge(game.box, game.rules, self._traps)
        self._challenger = Challenger(game, self._values, self._traps, self._judge)
        self._gains: dict[str, Callable[[Hand, Choice], float]] = {
            KEEP: self._keep,
            SALVAGE: self._salvage,
            RENEW: self._renew,
            LOOK: lambda hand, choice: LOOKING,
            DETECT: self._detect,
            FILM: self._film,
            BIND: self._bind,
        }
        self._raters: dict[str, Rater] = {
            at.USE: self._uses,
            at.LAST: self._uses,
            at.DISCARD: self._discards,
            at.TRIM: self._discards,
            at.PAY: self._discards,
            at.SET: self._settings,
            at.SORT: self._sorts,
            at.DAMAGE: self._damages,
            at.CHOOSE: self._challenger.choose,
            at.SALVAGE: self._challenger.choose,
            at.ANSWER: self._challenger.answer,
            at.EASE: self._challenger.ease,
            at.CHALLENGE: self._challenger.challenge,
        }

    def rated(self, seen: Seen, decision: Decision, rng: Random) -> Rated:
        """Return every answer that is worth a look with how good it looks."""
        choices = _topmost(list(seen.options(decision).enumerate()), decision)
        if len(choices) == 1:
            return [(choices[0], 0.0)]
        rated = self.rate(seen.state(), decision.seat, choices)
        best = max(worth for _, worth in rated)
        return [one for one in rated if one[1] > best - HOPELESS]

    def rate(self, state: State, seat: int, choices: Sequence[Choice]) -> Rated:
        """Return every choice of a seat with how good it looks in a position."""
        frame = state.agenda[-1]
        rater = self._raters.get(frame[0])
        if rater is None:  # characters are all alike
            return [(choice, 0.0) for choice in choices]
        return list(zip(choices, rater(Hand(self._judge, state, seat), frame, choices), strict=True))

    def worth(self, play: AnyPlay, seat: int) -> float:
        """Return how good a position is for a seat."""
        state: State = play.state
        worth = self._values.worth(state, seat)
        if state.result is not None or not state.alive[seat]:
            return worth
        return worth + CARDS * Hand(self._judge, state, seat).total() / (state.living() - 1)

    # ---- step 2 ------------------------------------------------------------------------------------------------------

    def _uses(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        wanted, lying = hand.bench(), hand.state.bench_faces(hand.seat)
        return [self._use(hand, choice, wanted, lying) for choice in choices]

    def _use(self, hand: Hand, choice: Choice, wanted: tuple[int, ...], lying: tuple[int, ...]) -> float:
        if choice[0] == "play":
            return self._gains[self._box.does[choice[1]]](hand, choice) - hand.loss(choice[1])
        if choice[0] == "bench":
            _, face, slot = choice
            return ORDER if wanted[slot] == face != lying[slot] else WRONG
        if choice[0] == "lift":
            return ORDER / 2 if self._is_misplaced(lying[choice[1]], wanted[choice[1]], wanted) else WRONG
        return 0.0

    def _is_misplaced(self, face: int, wanted_here: int, wanted: tuple[int, ...]) -> bool:
        """Tell whether a card of the bench is needed in another slot, or in the hand."""
        if face in (NOTHING, wanted_here):
            return False
        return face in wanted or (wanted_here == NOTHING and self._judge.is_for_hand(face))

    def _keep(self, hand: Hand, choice: Choice) -> float:
        design = self._box.designs[choice[1]]
        draw = design.draw - hand.state.hurt(hand.seat, LEGS)
        keep = min(draw, design.keep)
        return max(0.0, self._judge.fresh(draw, keep) - keep * hand.floor)

    def _salvage(self, hand: Hand, choice: Choice) -> float:
        if hand.state.hurt(hand.seat, LEGS):
            return 0.0
        best = max((hand.gain(face) for face in self._pile(hand.state)), default=0.0)
        return max(0.0, best - hand.floor)

    def _pile(self, state: State) -> set[int]:
        return {state.face[token] for token in state.discard}

    def _renew(self, hand: Hand, choice: Choice) -> float:
        draw = self._box.designs[choice[1]].draw - hand.state.hurt(hand.seat, LEGS)
        return RENEWING + self._judge.fresh(draw, draw) - hand.total() + hand.worth(choice[1])

    def _detect(self, hand: Hand, choice: Choice) -> float:
        count: int = sum(face >= 0 and self._box.kind[face] == choice[2] for face in hand.held)
        parts = self._judge.w.parts
        return max(0.0, parts[min(count, len(parts) - 1)] + ORDER - hand.floor)

    def _film(self, hand: Hand, choice: Choice) -> float:
        billy = hand.gain(self._box.billy) * (UNREADY if NOTHING in hand.trap else 1.0)
        return billy - hand.floor - hand.cost(self._box.cost[choice[1]], choice[1])

    def _bind(self, hand: Hand, choice: Choice) -> float:
        state, seat = hand.state, hand.seat
        limbs = [BOUND if limb == choice[2] else stage for limb, stage in enumerate(state.limbs[seat])]
        before = self._values.strength(state.blood[seat], state.limbs[seat])
        after = self._values.strength(state.blood[seat], (limbs[0], limbs[1], limbs[2], limbs[3]))
        kept_for_this = hand.loss(choice[1])
        return after - before - hand.cost(self._box.cost[choice[1]], choice[1]) + kept_for_this

    # ---- other steps -------------------------------------------------------------------------------------------------

    def _discards(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Cards that go; a bench is full of what is worth keeping."""
        rated = []
        for choice in choices:
            is_kept = choice[0] == "discard" and choice[2] == ON_BENCH
            rated.append(0.0 if len(choice) == 1 else WRONG * is_kept - hand.worth(choice[1]))
        return rated

    def _settings(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        state = hand.state
        faces = state.bench_faces(hand.seat)
        if len(choices) == 1:
            return [0.0]
        trap = self._traps.composed(faces)
        return [
            self._traps.setting(state, choice[1], choice, trap) - self._price(hand, choice) if len(choice) > 1 else 0.0
            for choice in choices
        ]

    def _price(self, hand: Hand, choice: Choice) -> float:
        """Return what is given for a trap: what is played with Billy, and what that costs."""
        extras = [face for face in choice[4:] if face >= 0]
        return PATIENCE + PAID * sum(hand.cost(self._box.cost[face], face) for face in extras)

    def _sorts(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Worse cards for those who draw first, better ones for oneself."""
        state = hand.state
        is_own = state.trap is not None or any(face >= 0 and self._box.does[face] == KEEP for face in hand.held)
        others = 0 if is_own else 3 * (state.living() - 1)
        sign = -1.0 if len(frame[2]) < others else 1.0
        return [sign * hand.worth(choice[1]) if len(choice) > 1 else WRONG for choice in choices]

    def _damages(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        _, seat, place, amount, *_ = frame
        blood, limbs = hand.state.blood[seat], hand.state.limbs[seat]
        return [self._values.after(blood, limbs, place, amount, split) for split in choices]


def _topmost(choices: list[Choice], decision: Decision) -> list[Choice]:
    """Of copies of a card on the pile a Bin takes the uppermost: all of them are worth the same."""
    if decision.kind != at.SALVAGE:
        return choices
    found: dict[int, Choice] = {}
    for choice in choices:
        found.setdefault(choice[1], choice)
    return list(found.values())


def players(game: Saw) -> dict[str, Callable[[], Player]]:
    """Return how each house player of the game is made."""
    adviser = SawAdviser(game)
    return {WANDERER: Wanderer, APPRENTICE: lambda: Greedy(adviser), MASTERMIND: lambda: Ponder(adviser)}
