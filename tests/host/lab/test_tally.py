"""What games add up to."""

from collections import Counter

import pytest

from host.lab.study import Card, Notes
from host.lab.tally import Share, Tally

CARDS = [Card("axe", "Axe", 3), Card("map", "Map", 3), Card("ring", "Ring", 1)]


def notes(winner: int | None, first: int = 0, turns: int = 10, end: str = "loot", **played: int) -> Notes:
    return Notes(first, winner, ("Thief", "Witch", "Thief"), turns, end, Counter(played), Counter(axe=1))


def tally(*games: Notes) -> Tally:
    found = Tally(("red", "blue", "green"))
    for game in games:
        found.note(game)
    return found


def test_wins_are_counted_by_seat_by_turn_and_by_character() -> None:
    found = tally(notes(0), notes(0, first=2), notes(1, first=2), notes(None, end="draw"))
    assert [(share.name, share.won, share.games) for share in found.by_seat()] == [
        ("red", 2, 4),
        ("blue", 1, 4),
        ("green", 0, 4),
    ]
    assert [(share.name, share.won) for share in found.by_order()] == [("first", 1), ("second", 1), ("third", 1)]
    assert [(share.name, share.won, share.games) for share in found.by_character()] == [
        ("Thief", 2, 8),
        ("Witch", 1, 4),
    ]
    assert found.ends == {"loot": 3, "draw": 1}


def test_a_share_is_told_beside_what_is_fair() -> None:
    share = Share("red", 100, 50, 0.25)
    assert (share.rate, share.relative) == (0.5, 2.0)
    assert share.doubt == pytest.approx(1.96 * 0.05 / 0.25)
    assert Share("red", 0, 0, 0.25).rate == Share("red", 0, 0, 0.25).doubt == 0


def test_turns_are_told_by_their_quartiles() -> None:
    found = tally(*(notes(0, turns=turns) for turns in (40, 10, 30, 20)))
    assert [found.turns_at(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [10, 20, 30, 40, 40]
    assert tally().turns_at(0.5) == 0


def test_plays_are_counted_for_each_copy_and_beside_the_mean() -> None:
    found = tally(notes(0, axe=6, map=3), notes(0, axe=6, ring=3))
    uses = found.uses(CARDS)
    assert [(use.card.id, use.played, use.relative) for use in uses] == [
        ("axe", 200.0, 1.5),
        ("ring", 150.0, 1.125),
        ("map", 50.0, 0.375),
    ]
    assert uses[0].also == pytest.approx(100 / 3)
    assert found.balance(CARDS).least_played == 0.375
    assert found.balance(CARDS).most_played == 1.5


def test_a_card_is_compared_with_those_of_its_kind() -> None:
    cards = [Card("axe", "Axe", 1, "tool"), Card("map", "Map", 1, "paper"), Card("ring", "Ring", 1, "tool")]
    found = tally(notes(0, axe=9, map=2, ring=3))
    assert [(use.card.id, use.relative) for use in found.uses(cards)] == [("axe", 1.5), ("map", 1.0), ("ring", 0.5)]
    assert (found.balance(cards).least_played, found.balance(cards).most_played) == (0.5, 1.5)


def test_the_worst_is_found_on_either_side_of_the_fair_share() -> None:
    found = tally(notes(0), notes(1), notes(1), notes(0, first=1))
    assert found.balance(CARDS).seats == pytest.approx(1.0)  # green has won nothing
    assert found.balance(CARDS).characters == pytest.approx(0.5)  # the witch won two of four, a third would be fair


def test_tallies_of_several_processes_add_up() -> None:
    games = [notes(seat % 3, first=seat % 2, turns=seat, axe=seat) for seat in range(12)]
    together = tally(*games[:5])
    together.unfinished = 1
    other = tally(*games[5:])
    other.unfinished = 2
    together.add(other)
    whole = tally(*games)
    whole.unfinished = 3
    assert together == whole
    assert together.fields(CARDS, "sprung") == whole.fields(CARDS, "sprung")


def test_nothing_played_is_told_as_nothing() -> None:
    fields = tally().fields(CARDS, "sprung")
    assert fields["games"] == 0
    assert fields["balance"] == {"seats": 1, "order": 1, "characters": 0, "least_played": 0, "most_played": 0}
