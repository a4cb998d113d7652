"""Events as others read them: kinds, fields and names, and nothing by number."""

from engines.core.events import Bound
from engines.loot import events as ev
from tests.engines.loot.scenes import Scene, named, say


def test_a_step_onto_a_trap_is_written_in_the_players_words() -> None:
    play = Scene().hand("red", "loot").trap("b2", "powder-keg").play()
    events = say(play, "move b2")
    write = play.game.write_event
    assert write(named(events, ev.Moved)[0]) == {
        "event": "Moved",
        "seat": "red",
        "start": "b1",
        "end": "b2",
        "is_hop": False,
        "cause": "move",
        "rule": "R13",
    }
    assert write(named(events, ev.HealthChanged)[0]) == {
        "event": "HealthChanged",
        "seat": "red",
        "before": 8,
        "after": 6,
        "cause": "Powder Keg",
        "rule": "R30",
    }


def test_who_has_seen_a_card_is_named() -> None:
    play = Scene().hand("red", "loot").play(at="action")
    seen, told = Bound(0, "loot", (0, 1)), Bound(0, "loot", None)
    assert play.game.write_event(seen)["seen_by"] == ["red", "blue"]
    assert play.game.write_event(told)["seen_by"] is None


def test_the_end_names_the_winner() -> None:
    play = Scene().bank("red", 5).hand("blue", "mutiny").play("red", "turn")
    ended = named(play.events, ev.GameEnded)[0]
    assert play.game.write_event(ended)["winner"] == "red"
    assert play.game.write_event(ended._replace(winner=None))["winner"] is None
