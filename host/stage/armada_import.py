"""The table is right: the position that it shows, if the rules allow it, or the rule that it breaks.

Ships may stand elsewhere, whole ships may be gone, and pieces of the play piles may have been built.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines.armada.game import Armada
from engines.armada.grid import FACINGS
from engines.armada.pieces import PIECES
from engines.core import AnyPlay
from engines.core.entries import Answer
from engines.core.oracles import Table
from engines.core.problems import IllegalEntry, Problem
from host.stage import armada_fleet
from host.stage.armada_fleet import Fleet, Seen
from host.stage.base import ImportProblem

_FACING = {1: 0, 2: 1, 4: 2, 8: 3}
NEAREST_RULES = ("R22", "R21", "R20", "R19")  # of several rules, the one that a build comes closest to keeping


class _Build(NamedTuple):
    """A build that would put a piece where one stands."""

    seat: int
    piece: int
    choice: tuple[Any, ...]


def position_from(game: Armada, play: AnyPlay, cell_of: Mapping[int, int], tiles: bytes) -> dict[str, Any]:
    """Return the position that fits the tiles, or raise ImportProblem with a sentence that names the rule."""
    seen = _read(game, cell_of, tiles)
    if not seen:
        raise ImportProblem("Nothing stands on the table. Put the pieces back as the lights show.")
    fleet = armada_fleet.find(game.box, play.state, seen)
    added = {cell: facing for cell, facing in seen.items() if (cell, facing) not in fleet.places.values()}
    if added and fleet.gone:
        raise ImportProblem(_broken(game, play, fleet, added))
    position = _with_fleet(game, play, fleet)
    _check_bases(game, play, position)
    while added:
        position = _built(game, position, added)
    return position


def _read(game: Armada, cell_of: Mapping[int, int], tiles: bytes) -> Seen:
    """Return the facing of what stands on each occupied cell."""
    seen = {}
    for tile, mask in enumerate(tiles):
        if not mask or tile not in cell_of:
            continue
        if mask not in _FACING:
            name = game.box.grid.name(cell_of[tile])
            raise ImportProblem(f"Something on {name} closes several reeds or the middle one: set it straight first.")
        seen[cell_of[tile]] = _FACING[mask]
    return seen


def _with_fleet(game: Armada, play: AnyPlay, fleet: Fleet) -> dict[str, Any]:
    """Return the play's position with its ships where they stand, and without those that are gone."""
    position = play.position()
    position["ships"] = [ship for ship in position["ships"] if ship["id"] not in fleet.gone]
    for ship in position["ships"]:
        for row, piece in zip(ship["pieces"], play.state.pieces[ship["id"]], strict=True):
            cell, facing = fleet.places[piece]
            row["cell"], row["facing"] = game.box.grid.name(cell), FACINGS[facing]
    return position


def _broken(game: Armada, play: AnyPlay, fleet: Fleet, added: Seen) -> str:
    """Say of which ship only a part is there: pieces go with their whole ship, or not at all."""
    parts = {ship: armada_fleet.remains(game.box, play.state, ship, added) for ship in fleet.gone}
    ship = max(parts, key=lambda ship: len(parts[ship][0]))
    piece, (cell, facing) = next(iter(parts[ship][1].items()))
    name, rule = game.box.names[piece % PIECES], "pieces leave the game only with their whole ship (R18)"
    if not game.box.grid.board >> max(0, cell) & 1:
        return f"ship-{ship} has no room for its {name} there: no ship leaves the board (R27). Put it back as a whole."
    return (
        f"ship-{ship} is not whole: {rule}, and inside it nothing moves. "
        f"Put its {name} on {game.box.grid.name(cell)}, facing {FACINGS[facing]}, or take the whole ship off."
    )


def _check_bases(game: Armada, play: AnyPlay, position: Mapping[str, Any]) -> None:
    """A piece in the enemy base would have won: that is said by an answer, not taken from the table."""
    if play.result is not None:
        return
    for ship in position["ships"]:
        goal = game.box.grid.goals[game.seats.index(ship["seat"])]
        for row in ship["pieces"]:
            cell = game.box.grid.find(row["cell"])
            if cell is not None and goal >> cell & 1:
                raise ImportProblem(
                    f"{ship['seat'].capitalize()}'s {row['piece']} on {row['cell']} stands in the enemy base, which "
                    "wins the game at once (R40). Give the answer that led there, or put the ship back."
                )


# ---- what was built ------------------------------------------------------------------------------------------------


def _built(game: Armada, position: dict[str, Any], added: Seen) -> dict[str, Any]:
    """Build one of the pieces that were added, and take it out of them."""
    fits = {cell: _builds(game, position, cell, facing) for cell, facing in added.items()}
    for cell, builds in fits.items():
        if len(builds) == 1:
            del added[cell]
            return _after(game, position, builds[0])
    for cell, builds in fits.items():
        if builds:
            raise ImportProblem(_several(game, cell, builds))
    cell, facing = next(iter(added.items()))
    raise ImportProblem(_why_not(game, position, cell, facing))


def _several(game: Armada, cell: int, builds: Sequence[_Build]) -> str:
    names = [f"{game.seats[build.seat]} {game.box.names[build.piece % PIECES]}" for build in builds]
    return (
        f"On {game.box.grid.name(cell)} {', '.join(names[:-1])} or {names[-1]} may have been built. "
        "Take the piece off and say the build as an answer, or leave only one of them in the play pile."
    )


def _builds(game: Armada, position: Mapping[str, Any], cell: int, facing: int) -> list[_Build]:
    """Return the builds that put a piece of either side on a cell, whoever's turn it is."""
    found = []
    for seat in range(len(game.seats)):
        play = _on_turn(game, position, seat)
        for choice in play.options(play.decision).enumerate() if play.waiting else ():
            if choice[0] == "build" and choice[2:] == (cell, facing):
                found.append(_Build(seat, choice[1], choice))
    return found


def _on_turn(game: Armada, position: Mapping[str, Any], seat: int) -> AnyPlay:
    """Return a play of the same position in which a side has both its actions."""
    turn = {**position["turn"], "seat": game.seats[seat], "actions": 2}
    return game.setup({**position, "turn": turn, "waits": [], "result": None}, Table())


def _after(game: Armada, position: dict[str, Any], build: _Build) -> dict[str, Any]:
    """Return the position after a build: energy, shield and closing bonus are booked, the turn stays as it was."""
    play = _on_turn(game, position, build.seat)
    play.feed(Answer(play.decision.id, build.choice))
    after = play.position()
    return {**position, **{name: after[name] for name in ("ships", "play", "next_ship")}}


def _why_not(game: Armada, position: Mapping[str, Any], cell: int, facing: int) -> str:
    """Say why no piece of the play piles can stand where one does."""
    where = game.box.grid.name(cell)
    problems = [
        problem
        for seat in range(len(game.seats))
        for piece in _on_turn(game, position, seat).state.play[seat]
        if (problem := _problem(game, position, seat, ("build", piece, cell, facing)))
    ]
    if not problems:
        return f"The piece on {where} comes from no play pile, which are empty (R45). Take it off."
    rules = {problem.rule: problem for problem in reversed(problems)}
    problem = next((rules[rule] for rule in NEAREST_RULES if rule in rules), problems[0])
    return f"No piece can have been built on {where}. {problem.sentence} ({problem.rule}) Take it off."


def _problem(game: Armada, position: Mapping[str, Any], seat: int, choice: tuple[Any, ...]) -> Problem | None:
    play = _on_turn(game, position, seat)
    try:
        play.feed(Answer(play.decision.id, choice))
    except IllegalEntry as error:
        return error.problem
    return None
