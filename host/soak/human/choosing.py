"""Which button of a question somebody presses who knows what was done, and reads the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.soak.human.world import Deed

TAKE_BACK = "take back"  # how a button begins that takes answers back
INSTEAD = " instead of "  # between an answer and the one that it would replace


def backs(labels: Sequence[str]) -> list[int]:
    """Return the numbers of the buttons that take answers back."""
    return [number for number, label in enumerate(labels) if label.lower().startswith(TAKE_BACK)]


def chosen(
    labels: Sequence[str], done: Iterable[Deed], lacking: str, *, is_astray: bool, has_put_back: bool = False
) -> int:
    """Return the number of the button for what was done and is asked about; -1: none of these.

    ``lacking`` is what was done first of all that the ledger does not have yet: if several of these answers were given,
    that one comes first. ``is_astray``: the ledger has something else, and only then is anything replaced; if the same
    answer is offered as the next one too, that would leave it there.
    ``has_put_back``: a mistake was put back, which may look like what is meant after that.
    """
    words = list(labels)
    if is_astray:
        words = [word.partition(INSTEAD)[0] for word in words]
    forms = {form: deed.text for deed in done for form in (deed.text, f"{deed.play.seats[deed.seat]}: {deed.text}")}
    forms[lacking] = lacking
    words = [word if word in forms else word.lower() for word in words]  # notations may tell capitals apart
    numbers = [number for number, word in enumerate(words) if word in forms]
    numbers.sort(key=lambda number: (forms[words[number]] != lacking, is_astray and INSTEAD not in labels[number]))
    if has_put_back:
        numbers = [*backs(words), *numbers] if is_astray else [*numbers, *backs(words)]
    return numbers[0] if numbers else -1
