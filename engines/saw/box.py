"""What never changes in a game of SAW: its cards by number, its characters, the figures of the rules in play."""

from __future__ import annotations

from engines.saw.cards import BILLY, ESCAPE, KINDS, MECHANISM, OBJECT, PLACES, TRAITS, Character, Design
from engines.saw.story import tell

SEATS = ("red", "blue", "green", "yellow", "orange", "white")


class Box:
    """Designs are numbers: their place in the catalogue. Tokens 0, 1, … are the cards before anybody has shuffled."""

    def __init__(self, designs: tuple[Design, ...], characters: tuple[Character, ...]) -> None:
        self.designs = designs
        self.characters = characters
        self.names = tuple(design.id for design in designs)
        self.number = {name: at for at, name in enumerate(self.names)}
        self.kind = tuple(design.kind for design in designs)
        self.traits = tuple(design.traits for design in designs)
        self.value = tuple(design.value for design in designs)
        self.does = tuple(design.does for design in designs)
        self.cost = tuple(design.cost for design in designs)
        self.copies = tuple(design.copies for design in designs)
        self.total = sum(self.copies)
        self.billy = self.kind.index(BILLY)
        self.values = tuple(character.values for character in characters)
        self.people = tuple(character.id for character in characters)

    def cards(self) -> list[str]:
        """Return the name of every single card."""
        return [design.id for design in self.designs for _ in range(design.copies)]

    def is_trap(self, faces: tuple[int, ...]) -> bool:
        """Tell whether three cards are a mechanism, an object and an escape, in that order (R44)."""
        if len(faces) != 3 or min(faces) < 0:
            return False
        kind = self.kind
        return kind[faces[0]] == MECHANISM and kind[faces[1]] == OBJECT and kind[faces[2]] == ESCAPE

    def story(self, faces: tuple[int, ...]) -> str:
        """Return the story of a trap, read across its three parts; which cards they are picks the frame."""
        mechanism, thing, escape = (self.designs[face].story for face in faces)
        return tell(sum(faces), mechanism, thing, escape)

    def write(self) -> dict[str, object]:
        """Return the catalogue as JSON."""
        return {
            "cards": [_write(design) for design in self.designs],
            "characters": [
                {
                    "character": one.id,
                    "title": one.title,
                    **dict(zip(TRAITS, one.values, strict=True)),
                    "story": one.story,
                    "source": one.source,
                }
                for one in self.characters
            ],
        }


def _write(design: Design) -> dict[str, object]:
    written: dict[str, object] = {
        "card": design.id,
        "title": design.title,
        "kind": KINDS[design.kind],
        "copies": design.copies,
        "source": design.source,
    }
    if design.traits:
        written |= {"traits": [TRAITS[trait] for trait in design.traits], "value": design.value}
    if design.does:
        written |= {"does": design.does, "draws": design.draw, "keeps": design.keep, "cost": design.cost}
    if design.story:
        written["story"] = design.story
    if design.top is not None:
        written["draw"] = list(design.top)
    if design.then is not None:
        written["then"] = list(design.then)
    if design.box is not None:
        written["box"] = {"traits": [TRAITS[trait] for trait in design.box.traits], "value": design.box.value}
    if design.places:
        written |= {"places": [PLACES[place] for place in design.places], "number": design.number}
    return written
