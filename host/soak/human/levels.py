"""How people and sensors fail, and how often: three levels of noise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from host.soak.human.habits import Rates

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Level:
    """One level of noise. Shares are chances between 0 and 1; what is not said otherwise is for each answer."""

    name: str
    # sensors
    miss: float = 0.0  # a tag is not heard, each time it is asked
    garble: float = 0.0  # an answer of a tag is spoiled, each time
    echo: float = 0.0  # a card on the next pad is heard, each time
    # how exactly things are put down
    off_mm: float = 1.5
    off_degrees: float = 4.0
    # what hands do
    slides: float = 0.0  # a thing is slid along the table instead of lifted
    slide_s: Span = (0.1, 0.6)  # for each tile
    two_handed: float = 0.0  # two things are moved at once
    hovers: float = 0.0  # a thing is held low over a place before it is put down
    put_backs: float = 0.0  # something is lifted, and put back where it was
    wrong: float = 0.0  # something else is done than was meant
    bumps_a_minute: float = 0.0
    knocked: float = 0.1  # of these bumps throw a thing over
    forgotten: float = 0.0  # what an answer leaves to do, such as a tray to be turned, is left to the lights
    # cards
    shows: float = 0.8  # a piece is held to the pad before it is built
    brief: float = 0.0  # a card is held to the pad too briefly, each time
    twice: float = 0.0  # a card is held to the pad twice
    two_cards: float = 0.0  # two cards are held to the pad at once
    # the cable
    answers_per_unplug: float = 0.0  # 0: it is never pulled
    # habits: each with its own occasion, see docs/referee.md
    habits: Rates = field(default_factory=dict)


def _louder(level: Level, times: float, name: str) -> Level:
    """Return the same with everything happening more often; recesses still hold things where they are."""
    shares = ("miss", "garble", "echo", "slides", "two_handed", "hovers", "put_backs", "wrong", "forgotten")
    cards = ("brief", "twice", "two_cards", "bumps_a_minute")
    more = {field: getattr(level, field) * times for field in (*shares, *cards)}
    habits = {habit: min(1.0, rate * times) for habit, rate in level.habits.items()}
    return replace(level, name=name, answers_per_unplug=level.answers_per_unplug / times, habits=habits, **more)


CALM = Level("calm")
DEFAULT = Level(
    "default",
    miss=0.05,
    garble=0.01,
    echo=0.005,
    off_mm=3.0,
    off_degrees=8.0,
    slides=0.3,
    two_handed=0.1,
    hovers=0.1,
    put_backs=0.05,
    wrong=0.02,
    bumps_a_minute=2.0,
    forgotten=0.1,
    brief=0.03,
    twice=0.03,
    two_cards=0.02,
    answers_per_unplug=200.0,
    habits={
        "left-lying": 0.05,  # of all cards that are held to a pad
        "two-hands": 0.1,  # of all builds after which the same player can build another piece
        "unnamed": 0.1,  # of all drawn pieces
        "early": 0.15,  # of all answers that are moved or shown
        "mind": 0.05,  # of all answers that are moved, or laid on a bench
        "wiggle": 0.1,  # for each answer
        "sleeve": 0.03,  # for each answer
        "curve": 0.3,  # of all slides
        "weak": 0.1,  # of all things
        "edge": 0.1,  # each time something is put down
        "bump": 0.03,  # for each answer
        "cable": 0.003,  # for each answer
        "special": 0.1,  # of all answers that such a card could be
    },
)
PARTY = _louder(DEFAULT, 3.0, "party")
LEVELS = {level.name: level for level in (CALM, DEFAULT, PARTY)}
