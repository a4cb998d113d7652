"""Answers as text, both ways: "play candle", "bench pendulum 1", "set blue corruption greed arms the-pig"."""

from __future__ import annotations

from engines.core.problems import ParseError
from engines.core.waiting import Decision
from engines.saw import agenda as at
from engines.saw.box import SEATS, Box
from engines.saw.cards import BACKFIRE, BIND, DETECT, FORCE, PARTS, PLACES, TRAITS
from engines.saw.legal import IN_HAND, ON_BENCH
from engines.saw.piles import UNTOLD
from engines.saw.rules import Choice
from engines.saw.searching import Searching
from engines.saw.state import LIMBS, SLOTS, State

FORMS: dict[str, dict[str, str]] = {
    at.CHARACTER: {"character": "character NAME"},
    at.FIRST: {"first": "first SEAT"},
    at.USE: {
        "play": "play CARD, with a Metal Detector also what for, with a Tourniquet also which limb, with a Toolbox "
        "also the order: play toolbox then CARD CARD …",
        "bench": "bench CARD SLOT",
        "lift": "lift SLOT",
        "done": "done",
    },
    at.LAST: {"play": "play CARD LIMB", "done": "done"},
    at.DISCARD: {"discard": "discard CARD, or discard CARD bench", "keep": "keep"},
    at.TRIM: {"discard": "discard CARD"},
    at.SET: {"set": "set SEAT TRAIT TRAIT PLACE, and the cards played with Billy", "pass": "pass"},
    at.PAY: {"pay": "pay CARD, or pay CARD bench"},
    at.CHOOSE: {
        "keep": "keep CARD, the last one also with the order of the others: keep CARD then CARD CARD …",
        "discard": "discard CARD",
        "give": "give CARD",
        "enough": "enough",
    },
    at.SALVAGE: {"take": "take CARD, or take CARD PLACE, counted from the top of the pile"},
    at.SORT: {"next": "next CARD", "leave": "leave"},
    at.FILM: {"found": "found", "none": "none"},
    at.SIFT: {"found": "found PLACE, counted from the top of the pile", "none": "none"},
    at.ANSWER: {"challenge": "challenge", "sacrifice": "sacrifice"},
    at.EASE: {"ease": "ease CARD", "take": "take"},
    at.STEAL: {"steal": "steal CARD"},
    at.CHALLENGE: {
        "search": "search CARD, with a Metal Detector also what for",
        "commit": "commit CARD TRAIT",
        "retract": "retract CARD TRAIT",
        "done": "done",
    },
    at.DAMAGE: {"damage": "damage LEFT RIGHT"},
}
"""For each decision, the words that an answer begins with and how it goes on."""
_WITH_ZONE = ("discard", "pay")
_WITH_TRAIT = ("commit", "retract")
_WITH_CARD = ("keep", "give", "take", "next", "ease", "steal")
_SLOTS = tuple(str(slot + 1) for slot in range(SLOTS))
_THEN = "then"
_WITH_ORDER = ("play", "search", "keep", "enough")
MOST_TEXT = 400
_BARE = ("done", "keep", "pass", "enough", "leave", "none", "take", "challenge", "sacrifice")


class Notation:
    """Writes and reads answers."""

    def __init__(self, box: Box, searching: Searching) -> None:
        self._box = box
        self._searching = searching

    # ---- writing -----------------------------------------------------------------------------------------------------

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice as text."""
        if decision.kind == at.DAMAGE:
            return f"damage {choice[0]} {choice[1]}"
        word = choice[0]
        if word in _WITH_ORDER and isinstance(choice[-1], tuple):
            cards = " ".join(self._card(face) for face in choice[-1])
            return f"{self.write(decision, choice[:-1])} {_THEN} {cards}"
        if len(choice) == 1:
            return str(word)
        if word == "character":
            return f"character {self._box.people[choice[1]]}"
        if word == "first":
            return f"first {SEATS[choice[1]]}"
        if word == "found":
            return f"found {choice[1]}"
        if word == "lift":
            return f"lift {choice[1] + 1}"
        if word == "set":
            return self._write_set(choice)
        card = self._card(choice[1])
        return " ".join([word, card, *self._write_rest(word, choice)])

    def _write_rest(self, word: str, choice: Choice) -> list[str]:
        if len(choice) == 2 or (word in _WITH_ZONE and choice[2] == IN_HAND):
            return []
        if word in _WITH_ZONE:
            return ["bench"]
        if word == "bench":
            return [str(choice[2] + 1)]
        if word == "take":
            return [str(choice[2])]
        if word in _WITH_TRAIT:
            return [TRAITS[choice[2]]]
        return [LIMBS[choice[2]] if self._box.does[choice[1]] == BIND else PARTS[choice[2]]]

    def _write_set(self, choice: Choice) -> str:
        _, target, traits, place, *extras = choice
        cards = [self._box.names[face] for face in extras if face >= 0]
        return " ".join(["set", SEATS[target], *(TRAITS[trait] for trait in traits), PLACES[place], *cards])

    def _card(self, face: int) -> str:
        return "?" if face == UNTOLD else self._box.names[face]

    # ---- reading -----------------------------------------------------------------------------------------------------

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means in a position."""
        words = text.lower().split()
        forms = FORMS[decision.kind]
        if not words or len(text) > MOST_TEXT or words[0] not in forms:
            raise ParseError(f"Say one of: {'; '.join(forms.values())}.")
        choice = self._read(state, decision.kind, words[0], words[1:])
        if choice is None:
            raise ParseError(f'"{" ".join(words)[:100]}" is not understood; say: {forms[words[0]]}.')
        return choice

    def _read(self, state: State, kind: str, word: str, rest: list[str]) -> Choice | None:
        if _THEN in rest and word in _WITH_ORDER:
            return self._read_order(state, kind, word, rest)
        count = len(rest)
        if not rest and word in _BARE:
            return (word,)
        if word in ("play", "search") and count:
            return self._read_play(word, rest)
        if word in _WITH_ZONE and kind != at.CHOOSE and count in (1, 2):
            zone = ON_BENCH if rest[1:] == ["bench"] else IN_HAND
            return (word, self._face(rest[0]), zone) if not rest[1:] or zone else None
        if word in _WITH_TRAIT and count == 2:
            return (word, self._face(rest[0]), _index(TRAITS, rest[1], "a trait"))
        if word == "bench" and count == 2:
            return (word, self._face(rest[0]), _index(_SLOTS, rest[1], "a slot"))
        if word == "set" and count >= 4:
            return self._read_set(rest)
        if kind == at.SALVAGE and count == 2:
            return (word, self._face(rest[0]), _number(rest[1]))
        if (word in _WITH_CARD or kind == at.CHOOSE) and count == 1:
            return (word, self._face(rest[0]))
        if word == "found" and count <= 1:
            return self._read_found(state, kind, rest)
        return self._read_other(word, rest)

    def _read_order(self, state: State, kind: str, word: str, rest: list[str]) -> Choice | None:
        """Read an answer that also says in which order cards go to the pile, the first one first (A69)."""
        at_ = rest.index(_THEN)
        choice = self._read(state, kind, word, rest[:at_])
        return (*choice, tuple(map(self._face, rest[at_ + 1 :]))) if choice is not None else None

    def _read_found(self, state: State, kind: str, rest: list[str]) -> Choice | None:
        """In the deck nobody knows the place, so any will do; on the pile it must be said if it is not clear."""
        if rest:
            return ("found", _number(rest[0]))
        places = self._searching.films(state) if kind == at.FILM else self._searching.sifts(state)
        if kind == at.SIFT and len(places) != 1:
            return None
        return ("found", places[-1] if places else -1)

    def _read_other(self, word: str, rest: list[str]) -> Choice | None:
        count = len(rest)
        if word == "character" and count == 1:
            return (word, _index(self._box.people, rest[0], "a character"))
        if word == "first" and count == 1:
            return (word, _index(SEATS, rest[0], "a seat"))
        if word == "lift" and count == 1:
            return (word, _index(_SLOTS, rest[0], "a slot"))
        if word == "damage" and count == 2:
            return (_number(rest[0]), _number(rest[1]))
        return None

    def _read_play(self, word: str, rest: list[str]) -> Choice | None:
        face = self._face(rest[0])
        does = self._box.does[face] if face >= 0 else ""
        if len(rest) == 1:
            return (word, face)
        if len(rest) == 2 and does == DETECT:
            return (word, face, _index(PARTS, rest[1], "a kind of part"))
        if len(rest) == 2 and does == BIND:
            return (word, face, _index(LIMBS, rest[1], "a limb"))
        return None

    def _read_set(self, rest: list[str]) -> Choice | None:
        target, *traits = rest[:3]
        extras = {FORCE: UNTOLD, BACKFIRE: UNTOLD}
        for name in rest[4:]:
            face = self._face(name)
            does = self._box.does[face] if face >= 0 else ""
            if extras.get(does) != UNTOLD:
                return None
            extras[does] = face
        picked = tuple(_index(TRAITS, trait, "a trait") for trait in traits)
        place = _index(PLACES, rest[3], "a place")
        return ("set", _index(SEATS, target, "a seat"), picked, place, extras[FORCE], extras[BACKFIRE])

    def _face(self, name: str) -> int:
        if name == "?":
            return UNTOLD
        number = self._box.number.get(name)
        if number is None:
            raise ParseError(f'There is no card "{name[:40]}"; the catalogue lists them all.')
        return number


def _index(words: tuple[str, ...], word: str, what: str) -> int:
    if word not in words:
        raise ParseError(f'"{word[:40]}" is not {what}; say one of {", ".join(words)}.')
    return words.index(word)


def _number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise ParseError(f'"{word[:40]}" is no number.')
    return int(word)
