"""Options for rulings: what a table wants, or else the default."""

import pytest

import engines
from engines.core import OptionError, Ruling
from engines.core.rulings import settle

RULINGS = (Ruling("A1", "How big?", ("small", "large")), Ruling("A2", "How far?", ("one", "two", "three")))


def test_the_first_value_is_the_default() -> None:
    assert settle(RULINGS, {}) == {"A1": "small", "A2": "one"}


def test_what_is_wanted_counts() -> None:
    assert settle(RULINGS, {"A2": "three"}) == {"A1": "small", "A2": "three"}


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r'There is no option "A9"; there are A1, A2\.'):
        settle(RULINGS, {"A9": "one"})


def test_an_unknown_value_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r'Option A1 cannot be "huge"; it may be small, large\.'):
        settle(RULINGS, {"A1": "huge"})


def test_a_saved_game_may_call_a_value_by_its_former_name() -> None:
    renamed = Ruling("A1", "How big?", ("small", "large"), (("big", "large"),))
    assert settle((renamed,), {"A1": "big"}) == {"A1": "large"}


@pytest.mark.parametrize("value", [None, 1, True, ["small"], {}])
def test_a_value_is_a_text(value: object) -> None:
    with pytest.raises(OptionError, match="it may be small, large"):
        settle(RULINGS, {"A1": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("name", engines.OURS)
def test_every_ruling_of_a_game_asks_a_question_and_has_a_choice(name: str) -> None:
    rulings = engines.load(name).rulings
    assert len({ruling.name for ruling in rulings}) == len(rulings)
    for ruling in rulings:
        assert ruling.question.endswith("?")
        assert len(set(ruling.values)) == len(ruling.values) > 1


@pytest.mark.parametrize("name", engines.OURS)
def test_a_game_tells_every_option_that_it_is_played_with(name: str) -> None:
    game = engines.load(name)
    last = {ruling.name: ruling.values[-1] for ruling in game.rulings}
    assert dict(game.options) == {ruling.name: ruling.values[0] for ruling in game.rulings}
    assert dict(engines.load(name, options=last).options) == last


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match='There is no game "chess"'):
        engines.load("chess")
