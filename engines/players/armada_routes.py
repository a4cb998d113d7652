"""How far a ship of Jigsaw Armada is from the enemy base, in actions."""

from __future__ import annotations

from typing import NamedTuple

from engines.armada.grid import Grid, indices

BLOCKED = 3
"""Actions that are added if every route is blocked: the way has to be cleared first."""
MOST_SHIPS = 20_000  # whose routes are kept in mind
SIDESTEPS = 2


class Route(NamedTuple):
    """Some actions that lead to the enemy base if all these cells are free."""

    actions: int
    cells: int


class Pose(NamedTuple):
    """Where a ship is after some actions, and all cells that it needed on the way."""

    actions: int
    cells: int
    ship: int


class Routes:
    """Routes on one board: straight ahead, after sidesteps, and after one or two turns about hubs.

    A long ship that turns about a hub at its one end throws the other end far ahead.
    """

    def __init__(self, grid: Grid, stride: int = 1) -> None:
        self._grid = grid
        self._stride = stride  # the cells that a ship can move with one action
        self._known: dict[tuple[int, int, int], tuple[Route, ...]] = {}

    def distance(self, seat: int, ship: int, hubs: int, others: int) -> int:
        """Return about how many actions a ship needs; ship, hubs and all other ships are sets of cells."""
        key = (seat, ship, hubs)
        routes = self._known.get(key)
        if routes is None:
            if len(self._known) >= MOST_SHIPS:
                self._known.clear()
            routes = self._known[key] = self._routes(seat, ship, hubs)
        for route in routes:
            if not route.cells & others:
                return route.actions
        return routes[0].actions + BLOCKED

    def _routes(self, seat: int, ship: int, hubs: int) -> tuple[Route, ...]:
        turned = self._turns(Pose(0, 0, ship), hubs)
        poses = [Pose(0, 0, ship), *self._sidesteps(ship), *(pose for pose, _ in turned)]
        for pose, moved in turned:
            poses += [twice for twice, _ in self._turns(pose, moved)]
        return tuple(sorted({self._ahead(seat, pose) for pose in poses}))

    def _sidesteps(self, ship: int) -> list[Pose]:
        found = []
        for by in (1, -1):
            pose, cells = ship, 0
            for actions in range(1, SIDESTEPS + 1):
                pose = pose << 1 if by > 0 else pose >> 1
                cells |= pose
                if pose & self._grid.wall:
                    break
                found.append(Pose(actions, cells, pose))
        return found

    def _turns(self, pose: Pose, hubs: int) -> list[tuple[Pose, int]]:
        """Return where a ship and its hubs are after a quarter turn about each of them."""
        found = []
        for hub in indices(hubs):
            for turned in self._grid.turned:
                ship = _turned(pose.ship, turned[hub])
                if not ship & self._grid.wall:
                    after = Pose(pose.actions + 1, pose.cells | ship, ship)
                    found.append((after, _turned(hubs, turned[hub])))
        return found

    def _ahead(self, seat: int, pose: Pose) -> Route:
        """Return the route that goes straight ahead from there into the enemy base."""
        actions, cells, ship = pose
        goal, by, rows = self._grid.goals[seat], self._grid.width, 0
        while not ship & goal:
            ship = ship >> by if seat else ship << by
            cells |= ship
            rows += 1
        return Route(actions - (-rows // self._stride), cells)


def _turned(cells: int, targets: tuple[int, ...]) -> int:
    found = 0
    for cell in indices(cells):
        found |= targets[cell]
    return found
