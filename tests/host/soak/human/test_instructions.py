"""Sentences on the screen, as a person understands them: every one that a stage can say is understood."""

import pytest

import engines
from hardware import profiles
from host.play.opening import stage_for
from host.soak.human.instructions import Instruction, understood


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Take blue gun-3 off e1.", Instruction("take", "blue gun-3", source="e1")),
        ("Move the piece from e1 to e2, facing north.", Instruction("move", "the piece", "e1", "e2", "north")),
        ("Turn red hub-2 on e10 to face west.", Instruction("turn", "red hub-2", target="e10", facing="west")),
        (
            "Put red starter on e10, facing north. (2 steps in all)",
            Instruction("put", "red starter", "", "e10", "north"),
        ),
        ("Turn the tray on b1 sideways.", Instruction("turn", "the tray", target="b1", facing="sideways")),
        ("Lay the tray on b1 upright.", Instruction("lay", "the tray", target="b1", facing="upright")),
        ("Lay a cross tray over the tray on b3.", Instruction("lay", "a cross tray", target="b3")),
        ("Move Red's pawn from b3 to b4.", Instruction("move", "Red's pawn", "b3", "b4")),
    ],
)
def test_a_sentence_is_understood(sentence: str, meant: Instruction) -> None:
    assert understood(sentence) == meant


def test_a_question_is_no_instruction() -> None:
    assert understood("These answers look alike on the table.") is None


@pytest.mark.parametrize(("game", "table"), [("armada", "grid"), ("loot", "field")])
@pytest.mark.parametrize("kind", ["put", "take", "move", "turn"])
@pytest.mark.parametrize("name", ["blue.gun-3", "tray.b1", "cross.b1", "pawn.red", None])
def test_whatever_a_stage_asks_for_is_understood(game: str, table: str, kind: str, name: str | None) -> None:
    stage = stage_for(profiles.load(table), engines.load(game))
    source = "" if kind == "put" else "b1"
    target = "" if kind == "take" else "b1" if kind == "turn" else "b2"
    told = understood(stage.instruction(kind, name, source, target, 1))
    assert told is not None
    assert told.target == target
    assert told.source in (source, "")
