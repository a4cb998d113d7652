"""What SAW says to people about what happened: short sentences without any secret, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core import AnyPlay
from engines.core.events import Event
from engines.saw import events as ev
from engines.saw.box import SEATS, Box
from engines.saw.cards import PLACES, TRAITS
from engines.saw.state import LIMBS, STAGES
from host.stage.saw_naming import SECRET

UNTOLD_CARD = "a card that nobody has named"
_UNTOLD = "?"
_NAME_NO_CARD = frozenset(("first", "found", "lift", "damage"))
_THEN = "then"


def capital(seat: int) -> str:
    """Return a seat's name at the beginning of a sentence."""
    return SEATS[seat].capitalize()


def limb(number: int) -> str:
    """Return a limb as people say it."""
    return LIMBS[number].replace("-", " ")


def counted(count: int, thing: str = "card") -> str:
    """Return so many things in words."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def ending(play: AnyPlay) -> tuple[int | None, str, str]:
    """Return how the game ended, as a question that nobody has to answer."""
    result = play.result
    assert result is not None
    assert result.winner is not None
    return None, f"{capital(result.winner)} wins", f"All others have bled to death ({result.rule})."


def spoken(text: str) -> str:
    """Return an answer without the name of a card that others do not see."""
    word, *rest = text.split()
    return " ".join((word, _UNTOLD, *rest[1:])) if word in SECRET and rest else text


def titled(text: str, box: Box) -> str:
    """Return an answer with the titles of cards. Only its place in the answer tells whether a word names one."""
    words = text.split()
    if words[:1] == ["character"]:
        titles = {person.id: person.title for person in box.characters}
        return " ".join(titles.get(word, word) if at == 1 else word for at, word in enumerate(words))
    return " ".join(_title(box, word) if _is_card(words, at) else word for at, word in enumerate(words))


def _title(box: Box, word: str) -> str:
    return box.designs[box.number[word]].title if word in box.number else word


def _is_card(words: list[str], at: int) -> bool:
    """Tell whether a word of an answer names a card."""
    if words[0] in _NAME_NO_CARD:
        return False
    if words[0] == "set":  # SEAT TRAIT TRAIT PLACE, and the cards
        return at > 4
    return at == 1 or _THEN in words[2:at]


class Teller:
    """Tells events of one box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._tell: dict[type, Callable[[Any], str | None]] = {
            ev.CharacterChosen: lambda e: f"{capital(e.seat)} is {box.characters[e.character].title}.",
            ev.FirstChosen: lambda e: f"{capital(e.seat)} begins ({e.rule}).",
            ev.Drawn: lambda e: f"{capital(e.seat)} draws {counted(len(e.tokens))} ({_cause(e)}).",
            ev.Reshuffled: lambda e: f"The deck is shuffled ({_cause(e)}).",
            ev.Played: lambda e: f"{capital(e.seat)} plays {self._title(e.face)} ({e.rule}).",
            ev.Discarded: lambda e: f"{capital(e.seat)} discards {self._title(e.face)} ({_cause(e)}).",
            ev.Arranged: lambda e: f"{capital(e.seat)} has {counted(3 - e.bench.count(-1))} on the bench ({e.rule}).",
            ev.Looked: lambda e: f"{capital(e.seat)} looks at {counted(len(e.tokens))} of the deck ({_cause(e)}).",
            ev.PutBack: lambda e: f"{capital(e.seat)} puts {counted(len(e.tokens))} back onto the deck ({e.rule}).",
            ev.TakenUp: lambda e: f"{capital(e.seat)} takes {self._title(e.face)} from the pile ({_cause(e)}).",
            ev.Found: lambda e: f"{capital(e.seat)} finds {self._title(e.face)} ({_cause(e)}).",
            ev.Filmed: lambda e: f"{capital(e.seat)} takes a Billy out of the deck, which is shuffled ({_cause(e)}).",
            ev.TrapSet: self._trap_set,
            ev.TrapAnswered: lambda e: (
                f"{capital(e.seat)} {'tries the challenge' if e.is_challenge else 'takes the sacrifice'} ({_cause(e)})."
            ),
            ev.Eased: lambda e: f"The sacrifice of {capital(e.seat)}: {e.before} → {e.after} ({_cause(e)}).",
            ev.Committed: lambda e: (
                f"{capital(e.seat)} commits {self._title(e.face)}: {self._box.value[e.face]} {TRAITS[e.trait]} "
                f"({e.rule})."
            ),
            ev.Retracted: lambda e: f"{capital(e.seat)} takes {self._title(e.face)} back into the hand ({_cause(e)}).",
            ev.Reordered: lambda e: f"The top {counted(len(e.tokens))} of the pile change places ({_cause(e)}).",
            ev.Given: lambda e: f"{capital(e.seat)} gives {capital(e.other)} a card ({_cause(e)}).",
            ev.Stolen: lambda e: f"{capital(e.seat)} steals a card of {capital(e.other)} ({_cause(e)}).",
            ev.Judged: lambda e: (
                f"{capital(e.seat)} {f'is {e.missing} short' if e.missing else 'has passed the challenge'} ({e.rule})."
            ),
            ev.LimbChanged: lambda e: (
                f"{capital(e.seat)}: {limb(e.limb)} {STAGES[e.before]} → {STAGES[e.after]} ({_cause(e)})."
            ),
            ev.BloodChanged: lambda e: f"{capital(e.seat)}: blood {e.before} → {e.after} ({_cause(e)}).",
            ev.SawMoved: self._saw_moved,
            ev.Eliminated: lambda e: f"{capital(e.seat)} is out: {_cause(e)}.",
            ev.Removed: lambda e: f"The cards of {capital(e.seat)} leave the game ({_cause(e)}).",
            ev.TrapEnded: lambda e: f"The trap of {capital(e.seat)} is over; its cards go to the pile ({e.rule}).",
            ev.GameEnded: lambda e: f"{capital(e.winner)} wins ({_cause(e)}).",
        }

    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence; None if another event says it."""
        how = self._tell.get(type(event))
        return how(event) if how else None

    def reasons(self, play: AnyPlay) -> dict[tuple[int, str], str]:
        """Return the last change of each seat's blood and limbs, as sentences."""
        found: dict[tuple[int, str], str] = {}
        for event in play.events:
            if isinstance(event, ev.BloodChanged):
                found[event.seat, "blood"] = self.tell(event) or ""
            elif isinstance(event, ev.LimbChanged):
                found[event.seat, LIMBS[event.limb]] = self.tell(event) or ""
        return found

    def _title(self, face: int) -> str:
        return self._box.designs[face].title if face >= 0 else UNTOLD_CARD

    def _trap_set(self, event: ev.TrapSet) -> str:
        needs = " and ".join(f"{value} {TRAITS[trait]}" for trait, value in event.needs)
        extras = "".join(f" with {self._title(face)}" for face in event.extra_faces)
        return (
            f"{capital(event.seat)} sets a trap for {capital(event.target)}{extras}: {needs}, "
            f"or {event.number} to {PLACES[event.place]} ({event.rule})."
        )

    def _saw_moved(self, event: ev.SawMoved) -> str:
        if event.seat < 0:
            return f"Nobody has the Saw token ({_cause(event)})."
        return f"{capital(event.seat)} has the Saw token ({_cause(event)})."


def _cause(event: Any) -> str:
    return f"{event.cause}, {event.rule}" if event.rule else str(event.cause)
