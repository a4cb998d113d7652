"""What SAW has people read aloud: how a trap is announced, and the characters' stories at the start."""

from __future__ import annotations

from engines.core import AnyPlay
from engines.saw import agenda as at
from engines.saw.box import Box
from engines.saw.cards import PLACES, TRAITS, Clause
from engines.saw.state import State
from engines.saw.traps import Composed, Trap, compose
from host.stage.saw_words import capital, counted
from host.stage.shown import Page, Readers, Reading

_THEN = {
    "discard": "discard {} of them",
    "keep": "keep {} of them",
    "give": "give {} of them to {}",
    "extra": "take {} more from there",
    "steal": "steal {} from {}'s hand",
}
_IN_CHALLENGE = (at.CHOOSE, at.STEAL, at.CHALLENGE)


def top_row(composed: Composed, attacker: str) -> str:
    """Return how many cards a challenge gives, in words (R53–R61)."""
    where = "the deck" if composed.top.what == "deck" else "the discard pile"
    return f"draw {counted(composed.top.number)} from {where}, then {_then(composed.then, attacker)}"


def _then(clause: Clause, attacker: str) -> str:
    return _THEN[clause.what].format(clause.number, attacker)


def demands(trap: Trap) -> str:
    """Return the traits that a trap needs, in words."""
    return " and ".join(f"{value} {TRAITS[trait]}" for trait, value in trap.needs)


class Readings:
    """Finds what is to be read aloud in one game."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def reading(self, play: AnyPlay, readers: Readers) -> Reading | None:
        """Return what people may read aloud now, if anything."""
        state = play.state
        if state.trap is not None and _is_unanswered(state, state.trap):
            return self._trap(state, state.trap, readers)
        return self._stories(state) if state.agenda and state.agenda[-1][0] == at.FIRST else None

    def _trap(self, state: State, trap: Trap, readers: Readers) -> Reading:
        """Lead through the steps of setting a trap (R46), as far as somebody is there to do them."""
        setter, target = capital(trap.attacker), capital(trap.victim)
        faces = tuple(state.face[token] for token in trap.parts)
        row = top_row(compose(self._box, faces), setter)
        sacrifice = f"take {trap.number} damage to {PLACES[trap.place]}"
        choice = f"{target} must try the challenge." if trap.is_forced else f"Or the sacrifice: {sacrifice}."
        lays, says, reads, turns = _headings(setter, target, _roles(trap, readers))
        pages = (
            Page(lays, "Put it where everybody sees it. It is discarded later."),
            Page(says, f"“Hello {target}, I want to play a game.”"),
            Page(reads, self._box.story(faces)),
            Page(turns, f"The challenge: {row}; then reach {demands(trap)}. {choice}"),
        )
        return Reading(f"trap {sum(state.turns)}", pages if readers.has_cards else pages[1:])

    def _stories(self, state: State) -> Reading | None:
        """Offer the characters' stories once everybody has a character, until somebody begins (R10)."""
        people = [(seat, self._box.characters[number]) for seat, number in enumerate(state.character)]
        pages = tuple(Page(f"{capital(seat)} is {who.title}", who.story) for seat, who in people if who.story)
        return Reading("stories", pages) if pages else None


def _is_unanswered(state: State, trap: Trap) -> bool:
    """Tell whether the victim has still to hear of a trap; The Pig leaves it no answer, so its first step counts."""
    kind = state.agenda[-1][0] if state.agenda else ""
    if trap.is_forced:
        return kind in _IN_CHALLENGE and not trap.tools and not trap.searched
    return kind == at.ANSWER


def _roles(trap: Trap, readers: Readers) -> tuple[bool, bool, bool]:
    """Return whether a person sets the trap, whether it is for one, and whether there are cards to lay and turn."""
    return readers.is_person(trap.attacker), readers.is_person(trap.victim), readers.has_cards


def _headings(setter: str, target: str, roles: tuple[bool, bool, bool]) -> tuple[str, str, str, str]:
    """Return who does each step: a house player has neither hands nor a voice, so people act and read for it."""
    by_person, for_person, has_cards = roles
    says = f"{setter}: look at {target} and say" if for_person else f"{setter}: say to {target}"
    if not has_cards:
        shows = f"{setter}'s trap for {target}"
    elif not by_person:
        shows = f"Turn {setter}'s bench so that everybody sees it"
    else:
        shows = f"{setter}: turn your bench " + (f"to {target}" if for_person else "so that everybody sees it")
    if by_person:
        return f"{setter}: lay Billy on the table", says, f"{setter}: read the story", shows
    return f"Lay {setter}'s Billy on the table", f"{setter} says to {target}", f"{setter}'s story, to read aloud", shows
