"""A program that dies between any two cards held to pads: the next one understands what the first would have."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from host.play.commands import Name
from tests.host.play.saw_sitting import SawSitting

Step = Callable[[SawSitting], None]
PARTS = ("rising-water", "acid-bath", "lever")


def tap(card: str, pad: str = "play") -> Step:
    return lambda sitting: sitting.tap(card, pad)


def nothing(sitting: SawSitting) -> None:
    """The game has begun."""


STORIES: Mapping[str, tuple[Step, tuple[Step, ...]]] = {
    "two cards are rejected": (nothing, (tap("candle"), tap("rope", "discard"), tap("wrench", "discard"))),
    "a rejected card is named": (
        nothing,
        (tap("candle"), tap("rope", "discard"), lambda sitting: sitting.say("keep ?")),
    ),
    "a trap is shown": (SawSitting.bench_three_unread, tuple(map(tap, ("billy", *PARTS)))),
    "a trap is shown and its last part named": (
        SawSitting.bench_three_unread,
        (*map(tap, ("billy", *PARTS[:2])), lambda sitting: sitting.table.post(Name(PARTS[2]))),
    ),
}


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[[], SawSitting]]:
    sittings: list[SawSitting] = []

    def open_one() -> SawSitting:
        folder = tmp_path / str(len(sittings))
        folder.mkdir()
        sittings.append(SawSitting(folder, profile="pocket", seed=3))
        sittings[-1].begin()
        return sittings[-1]

    yield open_one
    for sitting in sittings:
        sitting.close()


def told(sitting: SawSitting) -> tuple[list[str], object, list[str]]:
    """What a player reads: the answers that hold, the pile, and what is asked."""
    sitting.table.run_for(1_500)
    return sitting.said, sitting.play.position()["discard"], [button.label for button in sitting.prompt.buttons]


@pytest.mark.parametrize("story", STORIES)
def test_a_restart_between_two_cards_changes_nothing(sit: Callable[[], SawSitting], story: str) -> None:
    begin, steps = STORIES[story]

    def play(dies_before: int) -> tuple[list[str], object, list[str]]:
        sitting = sit()
        begin(sitting)
        for number, step in enumerate(steps):
            if number == dies_before:
                prompt = sitting.prompt
                sitting.restart()
                assert (sitting.prompt.kind, sitting.prompt.title) == (prompt.kind, prompt.title)
            step(sitting)
        return told(sitting)

    undisturbed = play(-1)
    assert [play(number) for number in range(len(steps))] == [undisturbed] * len(steps)
