"""Hand-made pictures of games: the engine plays, this writes down what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import engines
from engines.core import Shuffle
from engines.core.play import Play
from firmware import wire
from hardware import profiles
from hardware.profiles.model import Profile
from host.link import Effect, Scene
from host.play.commands import Leave, Pick, Say
from host.play.picture import Button, Card, Gauge, Line, Picture, Piece, Prompt, SeatPicture
from host.referee.verdicts import Step

SEATS = ("blue", "red")
FACINGS = ("north", "east", "south", "west")
SHIELDS = {"spent": 0, "gone": 0, "cracked": 1, "fresh": 2}
_BRIGHT = 48


@lru_cache(maxsize=1)
def grid() -> Profile:
    """Return the profile of the sample table."""
    return profiles.load("grid")


def play_some(answers: int, seed: int = 7) -> tuple[Play, list[str]]:
    """Return a play after some answers of a player who likes to build, and what was said."""
    play = engines.load("armada").new(oracle=Shuffle(seed))
    rng = Random(seed)
    said: list[str] = []
    while len(said) < answers and play.waiting:
        options = list(play.options(play.decision).enumerate())
        builds = [choice for choice in options if choice[0] in ("build", "shoot")]
        choice = rng.choice(builds if builds and rng.random() < 0.75 else options)
        said.append(play.write(choice))
        play.say(said[-1])
    return play, said


def picture_of(play: Play, said: Sequence[str] = (), players: Sequence[str] = ("person", "person")) -> Picture:
    """Return the picture of a play in which the table shows what it should."""
    view = play.view(0)
    pieces = _pieces(view)
    seat = SEATS.index(view["turn"]["seat"]) if view["turn"] else 0
    return Picture(
        game="armada",
        prompt=_turn_prompt(play, seat),
        seats=tuple(_seat(view, at, seat, players[at]) for at in (0, 1)),
        pieces=pieces,
        tiles=tiles_of(pieces),
        confidence=bytes([100] * len(grid().tiles)),
        lines=tuple(_line(number, text) for number, text in enumerate(said, 1)),
        lights=lights_of(seat, view),
        link="The virtual table is connected.",
        is_linked=True,
        turn=len(said) // 2 + 1,
        actions_left=view["turn"]["actions"] if view["turn"] else 0,
        can_undo=bool(said),
    )


def tiles_of(pieces: Sequence[Piece]) -> bytes:
    """Return what the reeds say when all pieces lie as they should."""
    masks = bytearray(len(grid().tiles))
    for piece in pieces:
        masks[piece.tile] |= 1 << piece.facing
    return bytes(masks)


def lights_of(seat: int, view: Any) -> Scene:
    """Return lights as the table shows them in a turn: the active seat breathes, energy is a bar."""
    profile = grid()
    base = [(0, 0, 0)] * len(profile.lights)
    for at, name in enumerate(SEATS):
        energy = sum(ship["energy"] for ship in view["ships"] if ship["seat"] == name)
        for number in range(min(energy, 10)):
            base[profile.seat_light(at, "pints", number)] = (0, 10, 40) if at == 0 else (44, 8, 4)
    whose = frozenset(profile.seat_light(seat, "limb", number) for number in range(4))
    return Scene(base, {1: Effect(wire.FX_BREATHE, (_BRIGHT, _BRIGHT, _BRIGHT), whose, 2400)})


def asking(picture: Picture) -> Picture:
    """Return a picture in which two pieces may have been meant."""
    tile = next(tile for tile in range(len(grid().tiles)) if not picture.tiles[tile])
    guns = [name.split(".")[1] for name in picture.seats[0].pile][:2] or ["gun-2", "gun-5"]
    place = grid().tiles[tile].name
    buttons = [
        Button(f"{gun} on {place}", Pick(at), str(at + 1), "facing north", tile, "Which one?")
        for at, gun in enumerate(guns)
    ]
    prompt = Prompt(
        "ask",
        "Which piece was that?",
        f"A piece now lies on {place}. Several of your play pile fit there, and the table cannot tell them apart.",
        0,
        (*buttons, Button("None of these", Leave(), "Esc")),
        lit=0,
    )
    tiles = bytearray(picture.tiles)
    tiles[tile] = 1
    return replace(picture, prompt=prompt, tiles=bytes(tiles))


def guiding(picture: Picture) -> Picture:
    """Return a picture in which a piece lies where it should not."""
    piece = picture.pieces[0]
    wrong = next(tile for tile in range(40, 99) if not picture.tiles[tile])
    tiles = bytearray(picture.tiles)
    tiles[piece.tile], tiles[wrong] = 0, 1 << piece.facing
    names = grid().tiles
    step = Step("move", piece.name, wrong, piece.tile, 1 << piece.facing)
    prompt = Prompt(
        "guide",
        f"Move {piece.name} from {names[wrong].name} back to {names[piece.tile].name}.",
        "The table and the rules disagree. One step remains.",
        piece.seat,
        step=step,
    )
    lights = Scene(
        picture.lights.base,
        {
            6: Effect(wire.FX_BLINK, (0, 20, _BRIGHT), frozenset({piece.tile}), 1200),
            7: Effect(wire.FX_BLINK, (_BRIGHT, 24, 0), frozenset({wrong}), 400),
        },
    )
    return replace(picture, prompt=prompt, tiles=bytes(tiles), lights=lights)


def _pieces(view: Any) -> tuple[Piece, ...]:
    found = []
    for ship in view["ships"]:
        seat = SEATS.index(ship["seat"])
        for piece in ship["pieces"]:
            found.append(
                Piece(
                    f"{ship['seat']}.{piece['piece']}",
                    seat,
                    piece["piece"],
                    grid().tile_named(piece["cell"]).index,
                    FACINGS.index(piece["facing"]),
                    SHIELDS.get(str(piece.get("shield")), 0),
                    f"ship-{ship['id']}",
                )
            )
    return tuple(found)


def _seat(view: Any, at: int, active: int, player: str) -> SeatPicture:
    name = SEATS[at]
    cards = tuple(_card(ship, at) for ship in view["ships"] if ship["seat"] == name)
    pile = tuple(f"{name}.{piece}" for piece in view["play"][name])
    return SeatPicture(name, player, at == active, cards, pile, view["draw"][name]["left"])


def _card(ship: Any, seat: int) -> Card:
    name = f"ship-{ship['id']}"
    energy = ship["energy"]
    gauges = [Gauge("Energy", energy, str(energy), f"{name}.energy", "ship energy 0 → 2 (a hub was built, R19).")]
    for piece in ship["pieces"]:
        if "shield" in piece:
            field = f"{SEATS[seat]}.{piece['piece']}.shield"
            gauges.append(Gauge(piece["piece"], SHIELDS[piece["shield"]], piece["shield"], field))
    count = len(ship["pieces"])
    detail = f"{count} piece{'s' if count > 1 else ''}, {'closed' if ship['closed'] else 'open'}"
    tiles = tuple(grid().tile_named(piece["cell"]).index for piece in ship["pieces"])
    return Card(name, seat, detail, tuple(gauges), tiles)


def _turn_prompt(play: Play, seat: int) -> Prompt:
    if not play.waiting:
        return Prompt("over", "The game is over.", seat=None)
    texts = [play.write(choice) for choice in play.options(play.decision).enumerate()]
    buttons = tuple(_button(text) for text in texts)
    left = play.state.left
    detail = f"{left} action{'s' if left != 1 else ''} left. Do it on the table, or say it here."
    return Prompt("turn", f"{SEATS[seat].capitalize()}'s turn", detail, seat, buttons)


def _button(text: str) -> Button:
    words = text.split()
    tile = grid().tile_named(words[2]).index if words[0] == "build" else None
    label = " ".join(words[1:]) or words[0].capitalize()
    return Button(label, Say(text), group=words[0].capitalize(), tile=tile)


def _line(number: int, text: str) -> Line:
    why = "one tile newly covered, and only this fits" if text.startswith("build") else "said on the screen"
    effects = ("A free piece was drawn.",) if number % 4 == 2 else ()
    return Line(number, 1000 * number, (number - 1) // 2 % 2, text, why, effects, 100 if number % 5 else 82)
