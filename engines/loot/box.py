"""What never changes in a game of Loot Trap: its cards by number, its fields, and the variants in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.catalogue import CatalogueError
from engines.core.effects import Step
from engines.core.modifiers import Modifier
from engines.loot.cards import FACES, GEAR, HYBRID, LOOT, MOVING, OUT_OF_TURN, Catalogue, Layout
from engines.loot.field import Field, in_order, places_in

SEATS = ("red", "blue", "green", "yellow")
SHAPES = ("standard", "square", "ring")
SIDES = ("off", "front", "back")
INSTANT, TRAP, AFTER, ABILITY = PARTS = ("instant", "trap", "after", "ability")
"""Parts of effects: what a played card does, what a trap does before it is discarded and after, what a roll does."""


class Box:
    """Designs are numbers: their place in the catalogue. Tokens 0 … 102 are the cards before anybody has shuffled."""

    def __init__(self, catalogue: Catalogue, options: Mapping[str, str]) -> None:
        self.catalogue = catalogue
        self.designs = catalogue.designs
        self.names = tuple(design.id for design in self.designs)
        self.titles = tuple(design.title for design in self.designs)
        self.number = {name: at for at, name in enumerate(self.names)}
        self.copies = tuple(design.copies for design in self.designs)
        self.total = sum(self.copies)
        self.is_hybrid = tuple(design.kind == HYBRID for design in self.designs)
        self.is_gear = tuple(design.kind == GEAR for design in self.designs)
        self.is_loot = tuple(design.kind == LOOT for design in self.designs)
        self.loots = tuple(at for at, design in enumerate(self.designs) if design.kind == LOOT)
        self.is_out_of_turn = tuple(OUT_OF_TURN in design.icons for design in self.designs)
        self.icons = tuple(design.icons for design in self.designs)
        self.modifiers = tuple(_by_quantity(design.modifiers) for design in self.designs)
        self.avatars = catalogue.avatars
        self.steps: dict[str, tuple[tuple[Step, ...], ...]] = {
            INSTANT: tuple(design.instant for design in self.designs),
            TRAP: tuple(tuple(s for s in design.trap if s.op not in MOVING) for design in self.designs),
            AFTER: tuple(tuple(s for s in design.trap if s.op in MOVING) for design in self.designs),
            ABILITY: tuple(one.effect for character in catalogue.characters for one in character.abilities),
        }
        in_play = [
            (variant.front, variant.back)[side == "back"]
            for at, variant in enumerate(catalogue.variants)
            if (side := options[f"V{at + 1}"]) != "off"
        ]
        self.house_rules = _by_quantity(tuple(modifier for side in in_play for modifier in side.modifiers))
        few, many = self._layout(options["A1"], "2"), self._layout(options["A1"], "3-4")
        spots = in_order({*places_in(few.map), *places_in(many.map)})
        of_two, of_four = Field(few.map, 2, spots), Field(many.map, 4, spots)
        self.fields = {2: of_two, 3: of_four, 4: of_four}  # of three, one first space stays empty (A2)
        self.cell_names = of_two.names

    def _layout(self, shape: str, seats: str) -> Layout:
        for layout in self.catalogue.layouts:
            if (layout.shape, layout.seats) == (shape, seats):
                return layout
        raise CatalogueError(f'The catalogue has no layout of the shape "{shape}" for {seats} seats.')

    def bank(self, face: int) -> tuple[object, ...]:
        """Return the answer that banks a loot of a hand; it has a name only where there are several designs."""
        return ("bank",) if len(self.loots) == 1 else ("bank", face)

    def banked(self, choice: tuple[Any, ...]) -> int:
        """Return the design of the loot that an answer banks from a hand."""
        return int(choice[1]) if len(choice) > 1 else self.loots[0]

    def ability(self, avatar: int, number: int) -> int:
        """Return the number of an avatar's ability in the steps."""
        return self.avatars[avatar].character * FACES + number - 1

    def write(self) -> dict[str, object]:
        """Return the catalogue as JSON."""
        catalogue = self.catalogue
        return {
            "cards": [
                {
                    "card": design.id,
                    "title": design.title,
                    "kind": design.kind,
                    "copies": design.copies,
                    "icons": sorted(design.icons),
                    "instant": [list(step) for step in design.instant],
                    "trap": [list(step) for step in design.trap],
                    "modifiers": [list(modifier) for modifier in design.modifiers],
                    "texts": list(design.texts),
                }
                for design in self.designs
            ],
            "characters": [
                {
                    "character": character.id,
                    "title": character.title,
                    "abilities": [
                        {"effect": list(map(list, one.effect)), "text": one.text} for one in character.abilities
                    ],
                }
                for character in catalogue.characters
            ],
            "avatars": [
                {"avatar": one.id, "title": one.title, "character": catalogue.characters[one.character].id}
                for one in self.avatars
            ],
            "variants": [
                {"variant": one.id, **{name: _side(side) for name, side in (("front", one.front), ("back", one.back))}}
                for one in catalogue.variants
            ],
            "layouts": [layout._asdict() for layout in catalogue.layouts],
        }


def _side(side: Any) -> dict[str, Any]:
    return {"title": side.title, "modifiers": [list(modifier) for modifier in side.modifiers], "text": side.text}


def _by_quantity(modifiers: tuple[Modifier, ...]) -> dict[str, tuple[Modifier, ...]]:
    return {what: tuple(one for one in modifiers if one.what == what) for what, *_ in modifiers}
