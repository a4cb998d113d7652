"""Events are written by a table of words: by the name of a field, or by class and name."""

from __future__ import annotations

from typing import NamedTuple

from engines.core.events_json import EventWriter, Renamed, each, maybe, of

SEATS = ("blue", "red")


class Hit(NamedTuple):
    seat: int
    token: int | None
    seen_by: tuple[int, ...] | None
    cause: str = "shot"
    rule: str = "R1"


class Lost(NamedTuple):
    seat: int
    token: int
    cause: str = "time"
    rule: str = "R2"


WRITER = EventWriter(
    {"seat": of(SEATS), "token": maybe(lambda token: f"token-{token}"), "seen_by": each(of(SEATS))},
    {Lost: {"token": Renamed("piece", lambda token: f"piece-{token}")}},
)


def test_fields_are_written_in_words_and_in_their_order() -> None:
    written = WRITER.write(Hit(1, 7, (0, 1)))
    assert list(written.items()) == [
        ("event", "Hit"),
        ("seat", "red"),
        ("token", "token-7"),
        ("seen_by", ["blue", "red"]),
        ("cause", "shot"),
        ("rule", "R1"),
    ]


def test_what_is_not_there_is_none() -> None:
    written = WRITER.write(Hit(-1, None, None))
    assert (written["seat"], written["token"], written["seen_by"]) == (None, None, None)


def test_a_class_of_events_may_mean_something_else_by_a_name() -> None:
    assert WRITER.write(Lost(0, 3)) == {
        "event": "Lost",
        "seat": "blue",
        "piece": "piece-3",
        "cause": "time",
        "rule": "R2",
    }
    assert WRITER.write(Hit(0, 3, None))["token"] == "token-3"
