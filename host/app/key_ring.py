"""Which key chooses what. While one seat is asked, a key that chose something chooses nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from host.app import answer_tree
from host.app.answer_tree import Level
from host.play.picture import Button, Prompt

Place = tuple[tuple[str, ...], int | None]  # the words chosen so far, and the tile pointed at
_TURN = ("turn", "wait")  # while something is under way, the answers of the turn stay


class KeyRing:
    """Remembers the keys of a seat's turn. A list that was shown in groups stays in groups, however short it gets."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._is_turn = False
        self._keys: dict[Place, dict[tuple[str, ...], str]] = {}
        self._is_grouped = False

    def ask(self, prompt: Prompt) -> None:
        """Something else is asked: of another seat, or about other things, all keys are free again."""
        self._is_turn = prompt.kind in _TURN
        if not self._is_turn:
            return
        known = {stem[0] for stem in self._keys.get(((), None), ())}
        if prompt.seat != self._seat or not known & {answer_tree.words(button)[0] for button in prompt.buttons}:
            self._seat, self._is_grouped = prompt.seat, False
            self._keys.clear()

    def level(self, buttons: Sequence[Button], path: tuple[str, ...], tile: int | None) -> Level:
        """Return what can be chosen now, with its keys."""
        if not self._is_turn:
            return answer_tree.level(buttons, path, tile)
        is_top = not path and tile is None
        kept = self._keys.setdefault((path, tile), {})
        found = answer_tree.level(buttons, path, tile, is_grouped=is_top and self._is_grouped, keys=kept)
        kept.update({choice.stem: choice.key for choice in found.choices})
        if is_top:
            self._is_grouped |= any(choice.button is None for choice in found.choices)
        return found
