"""What SAW asks: every decision and every card that has to be told, as a title and a line that helps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core import AnyPlay, Decision, Reveal
from engines.saw import agenda as at
from engines.saw.cards import BIND, LEGS, PARTS, PLACES, TRAITS
from engines.saw.game import Saw
from engines.saw.legal import RETRACT, SEARCHES_IN_CHALLENGE
from engines.saw.state import State
from engines.saw.traps import compose
from host.stage.saw_readings import demands, top_row
from host.stage.saw_words import capital, counted, limb
from host.stage.shown import Wording

Asked = tuple[str, str]
_GROUPS = {"first": "Begins", "set": "Trap", "found": "Video", "none": "Video", "next": "Next", RETRACT: "Take back"}
_PLAIN = {
    "done": "Done with this step",
    "keep": "Keep all other cards",
    "pass": "Pass and set no trap",
    "enough": "Enough of them",
    "leave": "Leave the rest as it is",
    "none": "No Billy is in the deck",
    "found": "A Billy was found",
    "take": "Take the damage",
    "challenge": "Challenge: try to escape",
    "sacrifice": "Sacrifice: take the damage",
}


_ON_SCREEN = {
    at.CHARACTER: "Choose one below.",
    at.FIRST: "Draw lots, and choose who begins.",
    at.USE: "Choose a card to play or to put on your bench, or end this step.",
    at.SET: "Choose for whom and how, or set no trap.",
    at.LAST: "Choose it, or go on without.",
    at.TRIM: "The victim gave you too many. Choose one to discard.",
    at.PAY: "Choose other cards to discard.",
    at.CHOOSE: "Choose among these cards. The others do not see what you keep.",
    at.SALVAGE: "Places are counted from the top. The order of the others stays.",
    at.SORT: "Choose the order in which they go back. The others do not see it.",
    at.FILM: "Say whether there is one.",
    at.SIFT: "The deck has none. Say where the first one lies, counted from the top.",
    at.EASE: "An Anesthetic makes it 1 less and costs 2 other cards. Choose it, or take the damage.",
    at.STEAL: "The card stays hidden.",
}
"""What helps where nothing but the screen is there."""


class Questions:
    """Asks for one game. ``has_pad``: cards can be shown to the table; ``has_pile``: there is a pad for discards."""

    def __init__(self, game: Saw, *, has_pad: bool, has_pile: bool, has_bench: bool) -> None:
        self._game = game
        self._box = game.box
        self._has_things = has_pad or has_pile or has_bench
        self._tap = "hold it to play" if has_pad else "say which card"
        self._drop = "hold them to discard, in their order" if has_pile else f"{self._tap}, one after the other"
        self._show = "Hold it to play, or say which card it is." if has_pad else "Say which card it is."
        self._found = "hold it to play" if has_pad else "say where it lay"
        self._put = "lay cards on your bench" if has_bench else "say what goes onto your bench"
        self._of: dict[str, Callable[[State, str], Asked]] = {
            at.CHARACTER: lambda state, who: (f"{who}: choose a character", f"To choose, {self._tap}."),
            at.FIRST: lambda state, who: ("Who begins?", "Draw lots. Whoever begins presses yes, or say it here."),
            at.USE: lambda state, who: (
                f"{who}: use cards and arrange the bench",
                f"To play a card, {self._tap}; {self._put}. No ends this step.",
            ),
            at.DISCARD: self._discard,
            at.TRIM: self._trim,
            at.SET: lambda state, who: (
                f"{who}: set a trap?",
                f"Lay down Billy: {self._tap}, with The Pig or a Reverse Bear Trap before. No sets none.",
            ),
            at.LAST: lambda state, who: (f"{who} bleeds: play a Tourniquet?", f"To play it, {self._tap}. No goes on."),
            at.PAY: self._pay,
            at.CHOOSE: self._choose,
            at.SALVAGE: lambda state, who: (
                f"{who}: take a card of the discard pile",
                f"The order of the others stays. {self._show} Places are counted from the top.",
            ),
            at.SORT: self._sort,
            at.FILM: lambda state, who: (
                f"{capital(state.seat)} searches the deck for a Billy",
                f"If there is one, {self._tap}. Then shuffle the deck.",
            ),
            at.SIFT: lambda state, who: (
                f"{capital(state.seat)} searches the pile for a Billy",
                f"The deck has none. Take the first one from the top and {self._found}; the order of the others stays.",
            ),
            at.ANSWER: self._answer,
            at.EASE: self._ease,
            at.STEAL: self._steal,
            at.CHALLENGE: self._challenge,
            at.DAMAGE: self._damage,
        }

    def decision(self, play: AnyPlay, decision: Decision) -> Asked:
        """Return what a decision asks, and a line that helps."""
        title, detail = self._of[decision.kind](play.state, capital(decision.seat) if decision.seat >= 0 else "")
        return title, self._on_screen(play.state, decision.kind, detail)

    def _on_screen(self, state: State, kind: str, detail: str) -> str:
        """Return what helps, where nothing but the screen is there without pads, benches and buttons."""
        if self._has_things:
            return detail
        if kind == at.DISCARD:
            held = counted(len(state.hand[state.seat]))
            is_over = self._game.rules.over(state, state.seat) > 0
            return f"The hand has {held}. Choose one{'' if is_over else ', or keep the rest'}."
        if kind == at.ANSWER:
            return detail.replace("YES tries the challenge", "The challenge").replace("NO takes", "The sacrifice:")
        if kind == at.CHALLENGE:
            return detail.replace(f": {self._tap}. No ends the challenge.", ". Choose a card, or end the challenge.")
        return _ON_SCREEN.get(kind, detail)

    def reveal(self, play: AnyPlay, reveal: Reveal) -> Asked:
        """Return which card has to be told, and how."""
        if play.state.flipped == reveal.token:
            kind = PARTS[play.state.agenda[-1][2]]
            return f"{capital(reveal.seat)} turns over the top card", f"Is it of the kind {kind}? {self._show}"
        return f"{capital(reveal.seat)}: which card is this?", self._show

    # ---- answers -----------------------------------------------------------------------------------------------------

    def wording(self, state: State, choice: tuple[Any, ...]) -> Wording:
        """Return an answer as a button shows it."""
        kind = choice[0]
        if not isinstance(kind, str):
            place = PLACES[state.agenda[-1][2]].capitalize()
            return Wording(place, f"{choice[0]} to the left, {choice[1]} to the right")
        group = _GROUPS.get(kind, kind.capitalize())
        if isinstance(choice[-1], tuple) and kind != "set":
            plain = self.wording(state, choice[:-1])
            cards = ", ".join(map(self.title, choice[-1]))
            return Wording(plain.group, f"{plain.label}; to the pile: {cards}")
        if kind in ("found", "none") and state.agenda[-1][0] == at.SIFT:
            return Wording(group, f"Card {choice[1]} from the top" if kind == "found" else "No Billy is on the pile")
        if len(choice) == 1 or kind == "found":
            return Wording(group, _PLAIN[kind])
        return Wording(group, self._label(state, kind, choice))

    def _together(self, state: State, where: int) -> range:
        """Return the places of the cards of the pile that look like one of them and lie together with it, downwards."""
        pile = [state.face[token] for token in reversed(state.discard)]
        end = where
        while end < len(pile) and pile[end] == pile[where - 1]:
            end += 1
        return range(where, end + 1)

    def _label(self, state: State, kind: str, choice: tuple[Any, ...]) -> str:
        if kind == "first":
            return capital(choice[1])
        if kind == "character":
            return str(self._box.characters[choice[1]].title)
        if kind == "lift":
            return f"off slot {choice[1] + 1}"
        if kind == "set":
            return f"for {capital(choice[1])}: {self.setting(choice)}"
        card = self.title(choice[1])
        if kind in ("keep", "give", "steal") and choice[1] < 0:
            return f"{kind.capitalize()} a card"
        if kind == "take" and len(choice) > 2:
            return f"{card}, {_span(self._together(state, choice[2]))} from the top"
        if kind == "bench":
            return f"{card} in slot {choice[2] + 1}"
        if kind in ("commit", RETRACT):
            return f"{card} {'for' if kind == 'commit' else 'from'} {TRAITS[choice[2]]}"
        if kind in ("discard", "pay") and len(choice) > 2 and choice[2]:
            return f"{card} of the bench"
        if kind in ("play", "search") and len(choice) > 2:
            is_limb = self._box.does[choice[1]] == BIND
            return f"{card} {f'on the {limb(choice[2])}' if is_limb else f'for a part: {PARTS[choice[2]]}'}"
        return card

    def title(self, face: int) -> str:
        """Return what a card is called."""
        return self._box.designs[face].title if face >= 0 else "a card"

    def setting(self, choice: tuple[Any, ...]) -> str:
        """Return how a trap is set, but for whom."""
        _, _, traits, place, *extras = choice
        named = [TRAITS[trait] for trait in traits]
        both = f"{named[0]} twice" if len(set(named)) == 1 else " and ".join(named)
        return f"{both}, {PLACES[place]}" + "".join(f", with {self.title(face)}" for face in extras if face >= 0)

    # ---- what depends on what goes on --------------------------------------------------------------------------------

    def _discard(self, state: State, who: str) -> Asked:
        over = self._game.rules.over(state, state.seat)
        if over > 0:
            return f"{who}: discard {counted(over)}", f"To discard, {self._drop}."
        held = f"The hand has {counted(len(state.hand[state.seat]))}."
        return f"{who}: discard cards?", f"{held} To discard, {self._drop}. No keeps the rest."

    def _trim(self, state: State, who: str) -> Asked:
        over = counted(self._game.rules.over(state, state.seat))
        return f"{who}: discard {over}", f"The victim gave you too many. To discard, {self._drop}."

    def _pay(self, state: State, who: str) -> Asked:
        _, _, left, is_hand_only = state.agenda[-1]
        where = "your hand" if is_hand_only else "hand or bench"
        return f"{who}: pay {counted(left)}", f"Discard other cards of {where}: {self._drop}."

    def _choose(self, state: State, who: str) -> Asked:
        _, _, tokens, left, how = state.agenda[-1]
        title = f"{who}: {how} {left} of the {counted(len(tokens))} just drawn"
        if how == "keep":
            return title, f"What goes to the pile: {self._drop}. Nobody needs to know what you keep."
        if how == "discard":
            return title, f"To discard, {self._drop}."
        return (
            title,
            f"Hand it over face down; yes says that you did. If Deadfall was told that card before, {self._tap}.",
        )

    def _sort(self, state: State, who: str) -> Asked:
        title = f"{who} looks at {counted(len(state.looked))} of the deck"
        return title, "Put them back in any order, face down; then press yes. Nobody needs to know the order."

    def _answer(self, state: State, who: str) -> Asked:
        trap = state.trap
        assert trap is not None
        row = top_row(compose(self._box, tuple(state.face[token] for token in trap.parts)), capital(trap.attacker))
        return (
            f"{who}: challenge or sacrifice?",
            f"YES tries the challenge: {row}; reach {demands(trap)}. NO takes {trap.number} to {PLACES[trap.place]}.",
        )

    def _ease(self, state: State, who: str) -> Asked:
        trap = state.trap
        assert trap is not None
        title = f"{who} takes {trap.number} to {PLACES[trap.place]}"
        return title, f"An Anesthetic makes it 1 less and costs 2 other cards: {self._tap}. No takes the damage."

    def _steal(self, state: State, who: str) -> Asked:
        trap = state.trap
        assert trap is not None
        title = f"{capital(trap.victim)} steals a card of {capital(trap.attacker)}, unseen"
        return title, f"Yes says that it was taken. If Deadfall was told that card before, {self._tap}."

    def _challenge(self, state: State, who: str) -> Asked:
        trap = state.trap
        assert trap is not None
        lacking = " and ".join(f"{need - got} {TRAITS[trait]}" for trait, got, need in self.totals(state) if need > got)
        title = f"{who}: {lacking} short" if lacking else f"{who}: nothing is missing"
        is_over = bool(trap.tools) and self._game.options["A62"] == "commit-last"
        searches = counted(0 if is_over else max(0, SEARCHES_IN_CHALLENGE - trap.searched), "more Search card")
        return title, f"Tools and Billys count, and {searches}: {self._tap}. No ends the challenge."

    def totals(self, state: State) -> list[tuple[int, int, int]]:
        """Return for each trait that a running trap needs what the victim has and what it takes (R63)."""
        trap = state.trap
        assert trap is not None
        values = self._box.values[state.character[trap.victim]]
        return [
            (
                trait,
                values[trait] + sum(self._box.value[state.face[token]] for token, for_ in trap.tools if for_ == trait),
                need,
            )
            for trait, need in trap.needs
        ]

    def _damage(self, state: State, who: str) -> Asked:
        _, _, place, amount, cause, _ = state.agenda[-1]
        kind = "legs" if place == LEGS else "arms"
        return f"{who}: share {amount} damage over the {kind}", f"{cause.capitalize()}. Left and right, as you like."


def _span(places: range) -> str:
    """Return some places that lie together in words: 3rd, 3rd to 5th."""
    return " to ".join(_ordinal(where) for where in dict.fromkeys((places[0], places[-1])))


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
