"""How a victim answers a trap of SAW: what to expect of a challenge, which cards to find, keep and commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.players.saw_hand import LEGS, PAID, Hand, HandJudge
from engines.players.saw_traps import Menace
from engines.players.saw_values import Values
from engines.saw.advice import Advisor
from engines.saw.cards import KEEP, RENEW, SALVAGE, SEARCH
from engines.saw.game import Saw
from engines.saw.legal import SEARCHES_IN_CHALLENGE
from engines.saw.rules import Choice
from engines.saw.state import Frame, State
from engines.saw.traps import Trap

SPENT = 0.4
"""Which part of what a card is worth counts when it is committed: it has done what it was kept for."""
GAINED = 0.5
"""And which part, when the top row brings it."""
WRONG = -10.0


class Challenger:
    """Rates a victim's answers."""

    def __init__(self, game: Saw, values: Values, traps: Menace, judge: HandJudge) -> None:
        self._box = game.box
        self._rules = game.rules
        self._values = values
        self._traps = traps
        self._judge = judge

    # ---- the answer --------------------------------------------------------------------------------------------------

    def answer(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Rate the challenge and the sacrifice by what they are expected to cost."""
        costs = {"challenge": self._challenge_cost(hand), "sacrifice": self._sacrifice_cost(hand)}
        return [-costs[choice[0]] for choice in choices]

    def _sacrifice_cost(self, hand: Hand) -> float:
        trap = _trap(hand.state)
        whole = self._harm(hand, trap.number)
        eases = [face for face in hand.held if face >= 0 and self._box.does[face] == "ease"]
        if not eases or trap.number <= trap.floor:
            return whole
        return min(whole, whole - self._relief(hand, eases[0]))

    def _relief(self, hand: Hand, face: int) -> float:
        """Return what an Anesthetic brings, less what it costs."""
        number, price = _trap(hand.state).number, PAID * hand.cost(self._box.cost[face], face)
        return self._harm(hand, number) - self._harm(hand, number - 1) - price

    def _challenge_cost(self, hand: Hand) -> float:
        state, trap = hand.state, _trap(hand.state)
        row = self._traps.composed(tuple(state.face[token] for token in trap.parts))
        advisor, usable = self._advisor(state), self._usable(hand)
        best = advisor.best(usable)
        found = self._traps.row(row) + sum(sorted((self._points(hand, face) for face in usable), reverse=True)[:2])
        missing, _ = self._traps.damage(round(best.shortfall - found, 1), trap.number, is_forced=True)
        spent = SPENT * sum(hand.worth(face) for face, _ in best.cards)
        gained = GAINED * self._judge.w.fresh * row.top.number
        return self._harm(hand, missing) + spent - gained

    def _points(self, hand: Hand, face: int) -> float:
        """Return about how many points a Search card finds in a challenge."""
        if self._box.kind[face] != SEARCH:
            return 0.0
        design = self._box.designs[face]
        draw = design.draw - hand.state.hurt(hand.seat, LEGS)
        if design.does == KEEP and draw > 0:
            return self._traps.per_card * draw * (1 - (1 - min(draw, design.keep) / draw) ** 2)
        return 2.0 if design.does == SALVAGE and draw > 0 else 0.0

    def ease(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Rate Anesthetics."""
        return [self._relief(hand, choice[1]) if choice[0] == "ease" else 0.0 for choice in choices]

    # ---- the challenge -----------------------------------------------------------------------------------------------

    def challenge(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Rate Search cards by what they may find, and commitments by what they spare."""
        advisor, usable = self._advisor(hand.state), self._usable(hand)
        best = advisor.best(usable)
        missing = best.shortfall
        now = self._rules.trial.missing(hand.state)
        rated = []
        for choice in choices:
            if choice[0] == "search":
                found = self._found(hand, advisor, usable, choice[1])
                rated.append(self._spared(hand, missing, found) - SPENT * hand.loss(choice[1]))
            elif choice[0] == "commit" and choice[1:] in best.cards:
                spared = self._spared(hand, now, self._box.value[choice[1]])
                rated.append(spared - SPENT * hand.loss(choice[1]))
            else:
                rated.append(0.0 if choice[0] == "done" else WRONG)
        return _searches_first(choices, rated)

    def _found(self, hand: Hand, advisor: Advisor, usable: Sequence[int], face: int) -> float:
        does = self._box.does[face]
        own = [advisor.helper(other) for other in usable]
        if does == SALVAGE:
            if hand.state.hurt(hand.seat, LEGS):
                return 0.0
            short = advisor.shortfall(own)
            pile = {hand.state.face[token] for token in hand.state.discard}
            helpers = [advisor.helper(other) for other in pile if other >= 0]
            return float(max((short - advisor.shortfall([*own, helper]) for helper in helpers), default=0))
        if does == RENEW:
            draw = self._box.designs[face].draw - hand.state.hurt(hand.seat, LEGS)
            lost = advisor.shortfall([]) - advisor.shortfall(own)
            return self._traps.per_card * draw - lost
        return self._points(hand, face)

    def choose(self, hand: Hand, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """Rate cards just seen: those that are kept or taken by what they are worth, the others by what is lost."""
        if hand.state.trap is None:
            sign, judged = 1.0, hand.gain if choices[0][0] == "take" else hand.worth
            rated = [judged(choice[1]) if len(choice) > 1 else 0.0 for choice in choices]
        else:
            sign = 1.0 if choices[0][0] in ("keep", "take") else -1.0
            seen = frame[2] if len(frame) > 2 else ()
            rated = self._useful(hand, seen, choices)
        return [sign * worth for worth in rated]

    def _useful(self, hand: Hand, seen: tuple[int, ...], choices: Sequence[Choice]) -> list[float]:
        state, advisor = hand.state, self._advisor(hand.state)
        old = (token for token in self._rules.usable(state, hand.seat) if token not in seen)
        own = [advisor.helper(state.face[token]) for token in old if state.face[token] >= 0]
        short = advisor.shortfall(own)
        rated = []
        for choice in choices:
            if len(choice) < 2 or choice[1] < 0:
                rated.append(0.0)
                continue
            points = float(short) - advisor.shortfall([*own, advisor.helper(choice[1])])
            may_search = _trap(state).searched < SEARCHES_IN_CHALLENGE
            points += self._points(hand, choice[1]) if may_search else 0
            rated.append(self._spared(hand, short, points) + GAINED * hand.worth(choice[1]))
        return rated

    # ---- what they go by ---------------------------------------------------------------------------------------------

    def _advisor(self, state: State) -> Advisor:
        """Return an adviser for what the trap asks for beyond what is committed."""
        trap = _trap(state)
        needs = dict(trap.needs)
        for token, trait in trap.tools:
            needs[trait] -= self._box.value[state.face[token]]
        return Advisor(self._box, tuple(needs.items()), self._box.values[state.character[trap.victim]])

    def _usable(self, hand: Hand) -> list[int]:
        tokens: Iterable[int] = self._rules.usable(hand.state, hand.seat)
        return [hand.state.face[token] for token in tokens if hand.state.face[token] >= 0]

    def _harm(self, hand: Hand, amount: float) -> float:
        return self._values.about(hand.state, hand.seat, _trap(hand.state).place, amount)

    def _spared(self, hand: Hand, missing: float, points: float) -> float:
        """Return what it is worth to lack fewer points."""
        return self._harm(hand, missing) - self._harm(hand, max(0.0, missing - points)) if missing > 0 else 0.0


def _searches_first(choices: Sequence[Choice], rated: list[float]) -> list[float]:
    """Where a search is worth something, nothing is committed before it: what it finds may change the best choice."""
    is_search = [choice[0] == "search" for choice in choices]
    if not any(worth > 0 for worth, searches in zip(rated, is_search, strict=True) if searches):
        return rated
    return [worth if searches else WRONG for worth, searches in zip(rated, is_search, strict=True)]


def _trap(state: State) -> Trap:
    assert state.trap is not None
    return state.trap
