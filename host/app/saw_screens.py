"""The screens of SAW, for ``host.app.screens``: games of persons on a twin, dealt from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engines.saw import agenda as at
from host.app.loot_screens import Camera
from host.app.showcase import Showcase
from host.app.wishes import PERSON
from host.play.commands import Correct, Show
from host.play.floor import decision_of

SEED = 9
PEOPLE = ("surgeon", "broker", "sergeant", "gambler", "collector", "actress")
CALM_MS = 2000
MOST = 900
_PARTS = 3


def shots(camera: Camera) -> Iterator[str]:
    """Go from screen to screen."""
    camera.window.start.games.choose("saw")
    for seat in camera.window.start.seats[2:4]:
        seat.choose(PERSON)
    yield "saw-start"
    show = _begun(camera, 3, "bench")
    _hurt(show)
    _wander(show, lambda kind: kind == at.USE and show.picture.turn > _PARTS)
    show.run(CALM_MS)
    yield "saw-turn"
    assert camera.window.table is not None
    panel = camera.window.table.seats[show.picture.prompt.seat or 0]
    panel.look.pressed.emit()
    yield "saw-look"
    panel.look.released.emit()
    for kind, name in ((at.SORT, "saw-map"), (at.SET, ""), (at.CHALLENGE, "saw-challenge"), (at.DAMAGE, "saw-damage")):
        _wander(show, kind.__eq__, kind)
        show.run(CALM_MS)
        if kind == at.SET:
            yield from _set(show)
        elif show.picture.prompt.kind != "over":
            yield name
    camera.leave()
    six = _begun(camera, 6, "bench")
    _wander(six, lambda kind: False, most=60)
    six.run(CALM_MS)
    yield "saw-six"
    camera.leave()
    _wander(_begun(camera, 2, "pocket"), lambda kind: False, most=30)
    yield "saw-pocket"
    camera.leave()


def _begun(camera: Camera, seats: int, profile: str) -> Showcase:
    show = Showcase(camera.folder, (PERSON,) * seats, seed=SEED + seats, profile=profile, game="saw")
    camera.sit_down(show)
    for name in PEOPLE[:seats]:
        show.say(f"character {name}")
    return show


def _hurt(show: Showcase) -> None:
    """Begin with wounds, so that there is something to see."""
    for field, value in (
        ("red.left-arm", "mild"),
        ("red.right-leg", "severe"),
        ("red.blood", 8),
        ("green.left-leg", "lost"),
        ("green.right-arm", "tourniquet"),
        ("green.blood", 5),
        ("blue.blood", 7),
    ):
        show.speak(Correct(field, value, "as at the beginning of this scene"))
    show.run()


def _set(show: Showcase) -> Iterator[str]:
    """Lay down Billy, and choose for whom."""
    show.speak(Show("billy"))
    show.run()
    if show.picture.prompt.kind == "aim":
        yield "saw-set"
        while show.picture.prompt.kind == "aim":
            show.speak(show.picture.prompt.buttons[0].command)
            show.run()


def _wander(show: Showcase, is_there: Callable[[str], bool], towards: str = "", most: int = MOST) -> None:
    """Answer at random, mostly what leads to a trap, until something is asked."""
    rng = Random(SEED)
    for _ in range(most):
        play = show.table.companion.play
        decision = decision_of(play)
        if decision is None or is_there(_asked(play, decision.kind)):
            return
        choices = list(play.options(decision).enumerate())
        liked = [choice for choice in choices if _is_liked(play, decision.kind, choice, towards)]
        show.say(play.write(rng.choice(liked or choices)))


def _asked(play: Any, kind: str) -> str:
    """Return what is asked; a trap counts only if it can be set."""
    can_set = kind != at.SET or any(choice[0] == "set" for choice in play.options(play.decision).enumerate())
    return kind if can_set else ""


def _is_liked(play: Any, kind: str, choice: Any, towards: str) -> bool:
    state, box = play.state, play.game.box
    if kind == at.USE:
        if choice[0] != "bench":
            wants_map = towards == at.SORT and choice[0] == "play" and box.names[choice[1]] == "room-map"
            return bool(wants_map or choice[0] == "done")
        _, face, slot = choice
        lying = state.bench_faces(state.seat)[slot]
        return bool(box.kind[face] == slot and (lying < 0 or box.kind[lying] != slot))
    if kind == at.DISCARD:
        is_tool = len(choice) > 1 and box.kind[choice[1]] > _PARTS and not choice[2]
        return bool(choice[0] == "keep" or (is_tool and box.names[choice[1]] != "room-map"))
    if kind == at.ANSWER:
        return bool(choice[0] == ("sacrifice" if towards == at.DAMAGE else "challenge"))
    return bool(kind != at.SET or choice[0] == "set")
