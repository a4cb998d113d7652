"""The table is right: pawns stand where they stand, and a card is armed if its tray lies sideways.

Traps that are laid or gone cannot be taken from the table: which card it was, and whose, has to be answered.
"""

from __future__ import annotations

from typing import Any

from engines.core import AnyPlay
from engines.loot.box import SEATS
from engines.loot.state import State
from host.stage.base import ImportProblem
from host.stage.loot_tiles import CROSS, PAWN, SIDEWAYS, UPRIGHT, LootTiles


def position_from(play: AnyPlay, field: LootTiles, tiles: bytes) -> dict[str, Any]:
    """Return the position that fits the tiles, or raise ImportProblem with a sentence that says what does not."""
    state: State = play.state
    stray = [tile for tile, mask in enumerate(tiles) if mask and tile not in field.cell]
    if stray:
        raise ImportProblem("Something stands beside the field. Take it off the table.")
    seen = {cell: tiles[tile] for cell, tile in field.tile.items()}
    armed = {cell: _is_armed(field, state, cell, mask & ~PAWN) for cell, mask in seen.items()}
    pawns = _pawns(field, state, {cell for cell, mask in seen.items() if mask & PAWN})
    for seat, cell in pawns.items():
        if armed[cell] or (cell != state.pawn[seat] and state.laid[cell] >= 0):
            name = field.field.names[cell]
            raise ImportProblem(
                f"{SEATS[seat].capitalize()} would spring a trap on {name} (R26): answer that move instead."
            )
    position = play.position()
    for row in position["players"]:
        seat = SEATS.index(row["seat"])
        row["space"] = field.field.names[pawns[seat]] if seat in pawns else None
    for row in position["field"]:
        space = field.field.find(row["space"])
        assert space is not None
        row["armed"] = armed[space]
    return position


def _is_armed(field: LootTiles, state: State, cell: int, mask: int) -> bool:
    """Tell whether the card of a space is armed; ImportProblem if its tray lies as no tray can."""
    name = field.field.names[cell]
    has_cross = state.laid[cell] >= 0
    if mask == UPRIGHT | CROSS and not has_cross:
        raise ImportProblem(f"A trap on {name} is a card of somebody's hand (R19): answer that it is laid.")
    if has_cross and mask != UPRIGHT | CROSS:
        raise ImportProblem(f"The trap that was laid on {name} leaves when it goes off (R26). Lay its cross tray back.")
    if mask not in (UPRIGHT, SIDEWAYS, UPRIGHT | CROSS):
        raise ImportProblem(f"The tray on {name} is missing or lies askew: set it straight first.")
    if mask == SIDEWAYS and state.base[cell] < 0:
        raise ImportProblem(f"There is no card on {name} that could be armed. Turn its tray upright.")
    return mask == SIDEWAYS


def _pawns(field: LootTiles, state: State, stand: set[int]) -> dict[int, int]:
    """Return where each seat's pawn stands. Pawns look alike: only one of them may have gone elsewhere."""
    living = state.living()
    if len(stand) != len(living):
        raise ImportProblem(f"{len(living)} pawns belong on the field, and {len(stand)} stand there.")
    gone = [seat for seat in living if state.pawn[seat] not in stand]
    new = stand - {state.pawn[seat] for seat in living}
    if len(gone) > 1:
        raise ImportProblem("Several pawns stand elsewhere, and they look alike. Put all but one of them back.")
    return {**{seat: state.pawn[seat] for seat in living}, **dict(zip(gone, new, strict=True))}
