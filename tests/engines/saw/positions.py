"""Positions of SAW in a few words, and what tests ask about them."""

from typing import Any

import engines
from engines.core import Answer, Oracle, Play, Table

SEATS = ("red", "blue", "green", "yellow", "orange", "white")
PEOPLE = ("surgeon", "broker", "sergeant", "gambler", "collector", "actress")
THOMAS = "rising-water acid-bath lever"
"""6 corruption and 6 greed; draw 3 from the deck, discard 2; 3 to the arms: the rulebook's example."""
HEALTHY = ("healthy",) * 4
LEVER = 'place = "arms"\nnumber = 3'


def lever(place: str, number: int) -> str:
    """The house deck with another sacrifice on the Lever, for tests that want this number and no other."""
    deck = engines.house_catalogue("saw")
    assert LEVER in deck
    return deck.replace(LEVER, f'place = "{place}"\nnumber = {number}', 1)


def position(
    seats: int = 3,
    turn: str = "red",
    hands: dict[str, str] | None = None,
    benches: dict[str, str] | None = None,
    blood: dict[str, int] | None = None,
    limbs: dict[str, str] | None = None,
    deck: str = "",
    discard: str = "",
    saw: str | None = None,
    turns: int = 2,
    waits: str = "use",
    total: int = 123,
    is_deck_short: bool = False,
) -> dict[str, Any]:
    """A position. Decks and piles are listed from the top; an empty slot is "-".

    All other cards lie under the deck, untold, or with ``is_deck_short`` under the discard pile.
    """
    hands, benches, blood, limbs = hands or {}, benches or {}, blood or {}, limbs or {}
    players: list[dict[str, Any]] = []
    used = len(deck.split()) + len(discard.split())
    for at, seat in enumerate(SEATS[:seats]):
        hand = hands.get(seat, "").split()
        bench = [None if card == "-" else card for card in benches.get(seat, "- - -").split()]
        used += len(hand) + len(bench) - bench.count(None)
        players.append(
            {
                "seat": seat,
                "character": PEOPLE[at],
                "blood": blood.get(seat, 10),
                "limbs": limbs[seat].split() if seat in limbs else list(HEALTHY),
                "turns": turns,
                "hand": hand,
                "bench": bench,
            }
        )
    rest = ["?"] * (total - used)
    return {
        "turn": {"seat": turn, "saw": saw},
        "players": players,
        "deck": [*([] if is_deck_short else rest), *reversed(deck.split())],
        "discard": [*(rest if is_deck_short else []), *reversed(discard.split())],
        "waits": [{"for": waits}],
    }


def table(
    options: dict[str, str] | None = None, oracle: Oracle | None = None, catalogue: str | None = None, **fields: Any
) -> Play:
    """A play from a position."""
    game = engines.load("saw", catalogue, options or {})
    return game.setup(position(**fields), oracle or Table())


def trapped(said: str = "set blue corruption greed arms", **fields: Any) -> Play:
    """A play in which Red has just set a trap for Blue: that of the rulebook's example if nothing else is said."""
    hands = {"red": "billy", **fields.pop("hands", {})}
    benches = {"red": THOMAS, **fields.pop("benches", {})}
    play = table(hands=hands, benches=benches, waits="set", **fields)
    say(play, said)
    return play


def say(play: Play, *texts: str) -> list[Any]:
    """Say some answers, one after the other. After each of them, whatever must hold does. Returns what happened."""
    events = []
    for text in texts:
        events += play.say(text)
        play.game.check(play.state)
    return events


def player(play: Play, seat: str) -> dict[str, Any]:
    """What a position says about a player."""
    return next(row for row in play.position()["players"] if row["seat"] == seat)


def hand(play: Play, seat: str) -> list[str]:
    """The cards of a hand, sorted."""
    return sorted(player(play, seat)["hand"])


def bench(play: Play, seat: str) -> list[str | None]:
    return list(player(play, seat)["bench"])


def blood(play: Play, seat: str) -> int:
    return int(player(play, seat)["blood"])


def limbs(play: Play, seat: str) -> str:
    return " ".join(player(play, seat)["limbs"])


def pile(play: Play, count: int = 99) -> list[str]:
    """The discard pile from the top."""
    return list(reversed(play.position()["discard"]))[:count]


def deck(play: Play, count: int = 99) -> list[str]:
    """The deck from the top."""
    return list(reversed(play.position()["deck"]))[:count]


def texts(play: Play) -> list[str]:
    """All that may be answered."""
    return [play.write(choice) for choice in play.options(play.decision).enumerate()]


def asked(play: Play) -> str:
    """Who is asked for what: "blue answer"."""
    decision = play.decision
    return f"{play.seats[decision.seat] if decision.seat >= 0 else 'world'} {decision.kind}"


def named(events: list[Any], name: str) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if type(event).__name__ == name]


def refused(play: Play, text: str) -> str:
    """The rule by which an answer is refused."""
    problem = play.verify(Answer(play.decision.id, play.parse(text)))
    assert problem is not None, f"{text} is allowed"
    return problem.rule
