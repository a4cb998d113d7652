"""Answers as text, both ways: "move b3", "play powder-keg", "equip cork-vest blue", "lay loot c2", "spend 1"."""

from __future__ import annotations

from engines.core.problems import ParseError
from engines.core.waiting import Decision
from engines.loot.box import SEATS, Box
from engines.loot.cards import UNTOLD
from engines.loot.kit import UNSEEN, Choice
from engines.loot.state import State

CARD, CELL, SEAT, NUMBER, AVATAR = "CARD", "SPACE", "SEAT", "NUMBER", "AVATAR"
FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "first": ((SEAT,),),
    "avatar": ((AVATAR,),),
    "move": ((CELL,),),
    "hop": ((CELL,),),
    "play": ((CARD,),),
    "equip": ((CARD, SEAT),),
    "bank": ((), (CARD,)),
    "lay": ((CARD, CELL),),
    "peek": ((),),
    "done": ((),),
    "pass": ((),),
    "swap": ((CARD,),),
    "toss": ((),),
    "leave": ((),),
    "discard": ((CARD,),),
    "replace": ((CARD,),),
    "keep": ((),),
    "target": ((SEAT,),),
    "spend": ((NUMBER,),),
    "give": ((CARD,),),
    "dig": ((CELL,),),
    "look": ((CELL,),),
    "seen": ((),),
    "roll": ((NUMBER,), ()),
    "draw": ((),),
    "no": ((),),
}
"""The words of an answer, and what follows each."""
WORDS_OF = {
    "first": ("first",),
    "avatar": ("avatar",),
    "move": ("move", "hop"),
    "step": ("move", "hop"),
    "window": ("play", "pass"),
    "action": ("play", "equip", "bank", "lay", "peek", "done"),
    "peek": ("swap", "toss", "leave"),
    "discard": ("discard", "replace", "keep"),
    "found": ("bank", "equip", "leave"),
    "target": ("target",),
    "spend": ("spend",),
    "drop": ("discard",),
    "give": ("give",),
    "dig": ("dig",),
    "spy": ("look", "no"),
    "look": ("seen",),
    "lay": ("lay",),
    "bank": ("bank", "no"),
    "roll": ("roll",),
    "ghost-draw": ("draw", "no"),
    "ghost-roll": ("roll", "no"),
    "ghost-discard": ("discard", "keep"),
}
"""Which words answer each kind of decision."""


class Notation:
    """Writes and reads answers."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._avatars = tuple(avatar.id for avatar in box.avatars)

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice as text."""
        word = choice[0]
        for form in FORMS[word]:
            if len(form) == len(choice) - 1:
                return " ".join(
                    (word, *(self._written(what, part) for what, part in zip(form, choice[1:], strict=True)))
                )
        raise ValueError(f"{choice} is no answer.")

    def _written(self, what: str, part: int) -> str:
        if what == CARD:
            return UNTOLD if part == UNSEEN else self._box.names[part]
        if what == SEAT:
            return SEATS[part]
        if what == AVATAR:
            return self._avatars[part]
        return self._box.cell_names[part] if what == CELL else str(part)

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means in a position."""
        words = text.lower().split()
        expected = WORDS_OF[decision.kind]
        if not words or len(text) > 200 or words[0] not in expected:
            raise ParseError(f"An answer is one of: {self._expected(decision.kind)}.")
        for form in FORMS[words[0]]:
            if len(form) == len(words) - 1:
                parts = zip(form, words[1:], strict=True)
                return self._plain((words[0], *(self._read(state, what, word) for what, word in parts)))
        raise ParseError(f'"{" ".join(words)[:80]}" is incomplete; say one of: {self._expected(decision.kind)}.')

    def _plain(self, choice: Choice) -> Choice:
        """Loot need not be named where there is one design only, and may be."""
        return self._box.bank(choice[1]) if choice[0] == "bank" and choice[1:] == self._box.loots else choice

    def _expected(self, kind: str) -> str:
        return "; ".join(" ".join((word, *form)) for word in WORDS_OF[kind] for form in FORMS[word])

    def _read(self, state: State, what: str, word: str) -> int:
        if what == CARD:
            return UNSEEN if word == UNTOLD else _index(self._box.names, word, "a card")
        if what == SEAT:
            return _index(SEATS[: state.seats], word, "a seat")
        if what == AVATAR:
            return _index(self._avatars, word, "an avatar")
        if what == CELL:
            cell = state.field.find(word)
            if cell is None:
                raise ParseError(f'"{word}" is no space of the field; the first is {state.field.names[0]}.')
            return cell
        if not word.isascii() or not word.isdigit() or len(word) > 2:
            raise ParseError(f'"{word}" is no number.')
        return int(word)


def _index(words: tuple[str, ...], word: str, what: str) -> int:
    if word not in words:
        raise ParseError(f'"{word}" is not {what}; say one of {", ".join(words)}.')
    return words.index(word)
