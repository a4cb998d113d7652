"""The screens of Loot Trap, for ``host.app.screens``: games of persons on a twin, dealt from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Protocol

from host.app.loot_hands import LootHands
from host.app.places import Place, Where
from host.app.showcase import Showcase
from host.app.window import Window
from host.app.wishes import PERSON
from host.play.floor import decision_of

SEED = 3
AVATARS = ("annie", "coral", "gull", "ione")
TURNS = 4
CALM_MS = 2000
PROFILE = "field"


class Camera(Protocol):
    """Who takes the pictures."""

    window: Window

    @property
    def folder(self) -> Path:
        """Where games are kept."""

    def sit_down(self, show: Showcase) -> None:
        """Show a table that runs."""

    def leave(self) -> None:
        """Go back to the start screen."""


def shots(camera: Camera) -> Iterator[str]:
    """Go from screen to screen."""
    camera.window.start.games.choose("loot")
    camera.window.start.seats[2].choose(PERSON)
    yield "loot-start"
    show = _begun(camera, 2, PROFILE)
    _wander(show, TURNS)
    yield "loot-turn"
    yield from _at_the_field(camera, show)
    camera.leave()
    _wander(_begun(camera, 3, PROFILE), TURNS)
    yield "loot-three"
    camera.leave()
    _wander(_begun(camera, 4, "pocket"), TURNS)
    yield "loot-pocket"
    camera.leave()


def _begun(camera: Camera, seats: int, profile: str) -> Showcase:
    show = Showcase(
        camera.folder, (PERSON,) * seats, seed=SEED + seats, options={"A41": "red"}, profile=profile, game="loot"
    )
    camera.sit_down(show)
    for avatar in AVATARS[:seats]:
        show.say(f"avatar {avatar}")
    return show


def _wander(show: Showcase, turns: int) -> None:
    """Let some turns pass, at random but with cards that are there, up to the next move."""
    rng, last = Random(SEED), show.picture.turn + turns
    while show.picture.turn < last or not _is_moving(show):
        texts = _possible(show)
        if not texts:
            break
        show.say(rng.choice(texts))
    show.run(CALM_MS)


def _is_moving(show: Showcase) -> bool:
    decision = decision_of(show.table.companion.floor().main)
    return decision is not None and decision.kind == "move"


def _possible(show: Showcase) -> list[str]:
    play = show.table.companion.floor().main
    decision = decision_of(play)
    if decision is None:
        return []
    hand = show.picture.hands[max(0, decision.seat)]
    texts = [play.write(choice) for choice in play.options(decision).enumerate()]
    cards = show.table.companion.game.tagged()
    return [text for text in texts if all(word in hand for word in text.split()[1:2] if word in cards)]


def _at_the_field(camera: Camera, show: Showcase) -> Iterator[str]:
    """Move a pawn by hand, look at a hand, and hold a card to the pad that may mean several things."""
    assert camera.window.session is not None
    assert camera.window.table is not None
    hands = camera.window.session.hands
    assert isinstance(hands, LootHands)
    move = next(button for button in show.picture.prompt.buttons if button.group == "Move")
    seat = show.picture.prompt.seat or 0
    hands.put_down(f"pawn.{show.picture.seats[seat].name}", Place(Where.TILE, move.tile))
    show.run_while(lambda: show.picture.prompt.kind != "guide")
    show.run(CALM_MS)
    yield "loot-tray"
    hands.follow(show.picture)
    show.settle()
    camera.window.table.seats[seat].look.pressed.emit()
    yield "loot-look"
    camera.window.table.seats[seat].look.released.emit()
    hands.present("cork-vest")
    show.run_while(lambda: show.picture.prompt.kind != "ask")
    yield "loot-ask"
