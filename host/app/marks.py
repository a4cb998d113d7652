"""What is marked on the table: ships, doubts, ghosts, the next step, candidates. Pure: a picture in, marks out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from host.app.answer_tree import level
from host.play.picture import Picture, Piece
from host.referee.verdicts import Step

CHOOSING = ("ask", "aim")
ROOM = 2  # keys on one badge


class Outline(NamedTuple):
    """The tiles of one ship."""

    seat: int
    tiles: tuple[int, ...]


class Doubt(NamedTuple):
    """A tile whose reeds (``mask``) do not say what they should; ``is_calm``: no more than work in progress."""

    tile: int
    mask: int
    is_calm: bool


class Badge(NamedTuple):
    """A candidate's key on a tile; ``is_lit``: its light is walking by."""

    tile: int
    text: str
    is_lit: bool


class Lie(NamedTuple):
    """Where a piece physically lies."""

    tile: int
    facing: int


class Marks(NamedTuple):
    """All marks of one moment."""

    outlines: tuple[Outline, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    ghosts: tuple[Piece, ...] = ()
    badges: tuple[Badge, ...] = ()
    blind: tuple[int, ...] = ()  # tiles that are not believed
    step: Step | None = None
    pointed: tuple[int, ...] = ()  # where the answers that are open for choice would act


def marks_of(picture: Picture, lies: Mapping[str, Lie] | None = None) -> Marks:
    """Return the marks of a picture; ``lies`` is where pieces physically lie on a virtual table."""
    return Marks(
        outlines_of(picture),
        doubts_of(picture),
        ghosts_of(picture, lies) if lies is not None else (),
        badges_of(picture),
        tuple(tile for tile, sure in enumerate(picture.confidence) if not sure),
        picture.prompt.step,
    )


def calmed(marks: Marks) -> Marks:
    """Return marks while hands are mending the table: nobody else has to do anything."""
    return marks._replace(doubts=tuple(doubt._replace(is_calm=True) for doubt in marks.doubts), step=None)


def touched(old: Marks, new: Marks) -> set[tuple[int, ...]]:
    """Return the places at which marks differ, but for outlines: a tile each, or both ends of a step."""
    return {tiles for tiles, _ in _placed(old) ^ _placed(new)}


def within(marks: Marks, is_seen: Callable[[int], bool]) -> Marks:
    """Return the marks of those tiles that are seen; a step, which goes from tile to tile, in any case."""
    return marks._replace(
        doubts=tuple(doubt for doubt in marks.doubts if is_seen(doubt.tile)),
        ghosts=tuple(ghost for ghost in marks.ghosts if is_seen(ghost.tile)),
        badges=tuple(badge for badge in marks.badges if is_seen(badge.tile)),
        blind=tuple(filter(is_seen, marks.blind)),
        pointed=tuple(filter(is_seen, marks.pointed)),
    )


def _placed(marks: Marks) -> set[tuple[tuple[int, ...], object]]:
    """Return each mark but the outlines, with its tiles."""
    on_tiles: tuple[Doubt | Piece | Badge, ...] = (*marks.doubts, *marks.ghosts, *marks.badges)
    found: set[tuple[tuple[int, ...], object]] = {((mark.tile,), mark) for mark in on_tiles}
    found.update(((tile,), "blind") for tile in marks.blind)
    found.update(((tile,), "pointed") for tile in marks.pointed)
    if marks.step is not None:
        ends = tuple(tile for tile in (marks.step.source, marks.step.target) if tile is not None)
        found.add((ends, marks.step))
    return found


def outlines_of(picture: Picture) -> tuple[Outline, ...]:
    """Return the tiles of each ship, from its pieces."""
    ships: dict[str, list[Piece]] = {}
    for piece in picture.pieces:
        if piece.ship:
            ships.setdefault(piece.ship, []).append(piece)
    return tuple(Outline(ship[0].seat, tuple(piece.tile for piece in ship)) for ship in ships.values())


def doubts_of(picture: Picture) -> tuple[Doubt, ...]:
    """Return the tiles at which reeds and rules differ."""
    if not picture.is_linked or not picture.tiles:
        return ()
    right: list[set[int]] = [{0} for _ in picture.tiles]
    for piece in picture.pieces:
        masks = piece.closes or (1 << piece.facing,)
        right[piece.tile] = {below | mask for below in right[piece.tile] for mask in masks}
    is_calm = picture.prompt.kind == "wait"  # something is under way: that the table differs is no doubt yet
    return tuple(
        Doubt(tile, mask, is_calm)
        for tile, (mask, wanted) in enumerate(zip(picture.tiles, right, strict=True))
        if mask not in wanted and (not picture.confidence or picture.confidence[tile])
    )


def ghosts_of(picture: Picture, lies: Mapping[str, Lie]) -> tuple[Piece, ...]:
    """Return the pieces that should lie elsewhere than they do."""
    return tuple(piece for piece in picture.pieces if lies.get(piece.name) != Lie(piece.tile, piece.facing))


def badges_of(picture: Picture) -> tuple[Badge, ...]:
    """Return the keys of candidates, as the bar shows them; several on one tile share a badge."""
    prompt = picture.prompt
    if prompt.kind not in CHOOSING:
        return ()
    keys = {choice.button: choice.key for choice in level(prompt.buttons).choices}
    shared: dict[int, list[int]] = {}
    for number, button in enumerate(prompt.buttons):
        if button.tile is not None:
            shared.setdefault(button.tile, []).append(number)
    return tuple(
        Badge(tile, _joined([keys.get(prompt.buttons[number], "") for number in numbers]), prompt.lit in numbers)
        for tile, numbers in shared.items()
    )


def _joined(keys: list[str]) -> str:
    """Return keys as a badge has room for them: "2", "1/2", "1…4"."""
    found = [key for key in keys if key] or ["…"]
    return "/".join(found) if len(found) <= ROOM else f"{found[0]}…{found[-1]}"
