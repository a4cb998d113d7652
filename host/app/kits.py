"""What each game brings to the window: its screen, its hands at a virtual table, and who deals there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

import engines
from engines.armada.pieces import Design
from host import games
from host.app.dealer import Dealer
from host.app.desk import Desk
from host.app.hands import VirtualHands
from host.app.lobby import Opened
from host.app.loot_dealer import LootDealer
from host.app.loot_hand_card import Face
from host.app.loot_hands import LootHands
from host.app.loot_scene import LootScene
from host.app.saw_dealer import SawDealer
from host.app.saw_hands import SawHands
from host.app.saw_layout import SawGeometry
from host.app.saw_panel import SawPanel
from host.app.saw_scene import SawScene
from host.app.saw_texts import saw_texts
from host.app.table_screen import TableScreen


class Kit(Protocol):
    """One game in the window."""

    def screen(self, opened: Opened) -> TableScreen:
        """Return the screen of a game that was opened."""

    def hands(self, opened: Opened, desk: Desk, pace: int) -> VirtualHands:
        """Return hands at its virtual table."""

    def dealer(self, hands: VirtualHands) -> Dealer:
        """Return who deals there."""


class ArmadaKit:
    """Jigsaw Armada."""

    def __init__(self) -> None:
        self.designs: Mapping[str, Design] = {
            design.name: design
            for design in engines.load("armada").box.designs  # type: ignore[attr-defined]
        }

    def screen(self, opened: Opened) -> TableScreen:
        """Two seats, and pieces that are drawn by their design."""
        return TableScreen(opened.profile, self.designs)

    def hands(self, opened: Opened, desk: Desk, pace: int) -> VirtualHands:
        """Every seat has every design."""
        names = [f"{seat.name}.{design}" for seat in opened.table.picture.seats for design in self.designs]
        return VirtualHands(opened.profile, desk, names, seed=opened.seed, pace=pace)

    def dealer(self, hands: VirtualHands) -> Dealer:
        """Pieces are drawn from piles."""
        return Dealer(hands)


class LootKit:
    """Loot Trap."""

    def __init__(self) -> None:
        designs = engines.load("loot").box.designs  # type: ignore[attr-defined]
        self._faces = {design.id: Face(design.title, _printed(design.texts)) for design in designs}

    def screen(self, opened: Opened) -> TableScreen:
        """As many seats as play; hands are only for the eyes of their owners."""
        seats = len(opened.table.picture.seats)
        titles = {name: face.title for name, face in self._faces.items()}
        scene = LootScene(opened.profile, seats, titles)
        return TableScreen(opened.profile, {}, scene=scene, seats=seats, faces=self._faces)

    def hands(self, opened: Opened, desk: Desk, pace: int) -> VirtualHands:
        """Trays, cross trays, pawns and cards."""
        return LootHands(opened.profile, desk, seed=opened.seed, pace=pace)

    def dealer(self, hands: VirtualHands) -> Dealer:
        """Hands are dealt, and what is revealed is shown."""
        assert isinstance(hands, LootHands)
        return LootDealer(hands)


def _printed(texts: Sequence[str]) -> tuple[str, ...]:
    """Say of which half each text of a card is, where it has two."""
    return (f"Played: {texts[0]}", f"As a trap: {texts[1]}") if len(texts) > 1 else tuple(texts)


class SawKit:
    """SAW: The Jigsaw Trials."""

    def __init__(self) -> None:
        box = engines.load("saw").box  # type: ignore[attr-defined]
        self._faces = {design.id: Face(design.title, saw_texts(design)) for design in box.designs}

    def screen(self, opened: Opened) -> TableScreen:
        """A row for each seat, and a figure for each player."""
        seats = len(opened.table.picture.seats)
        scene = SawScene(opened.profile, seats, {name: face.title for name, face in self._faces.items()})
        profile = scene.geometry.profile
        return TableScreen(profile, {}, scene=scene, seats=seats, faces=self._faces, panel=SawPanel)

    def hands(self, opened: Opened, desk: Desk, pace: int) -> VirtualHands:
        """Cards alone."""
        geometry = SawGeometry(opened.profile, len(opened.table.picture.seats))
        return SawHands(geometry, desk, seed=opened.seed, pace=pace)

    def dealer(self, hands: VirtualHands) -> Dealer:
        """Hands and benches follow the rules."""
        assert isinstance(hands, SawHands)
        return SawDealer(hands)


@cache
def kit_of(game: str) -> Kit:
    """Return what a game brings."""
    made: Kit = games.part(games.get(game).screen)()
    return made
