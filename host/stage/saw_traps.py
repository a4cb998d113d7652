"""Setting a trap at the table: Billy is laid down, the three parts are shown, then for whom and how is chosen.

Until its owner lays down Billy, nothing tells what lies on a bench: neither that it is complete nor that it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.core import AnyPlay
from engines.core.problems import IllegalEntry
from engines.saw.cards import BACKFIRE, FORCE, PARTS
from engines.saw.game import Saw
from engines.saw.piles import UNTOLD
from engines.saw.state import SLOTS, State
from hardware.profiles.model import Profile
from host.stage.heard import Aim, Choice, Heard, Shown, Wanted
from host.stage.saw_lights import bench_lights
from host.stage.saw_naming import untold
from host.stage.saw_offers import Offers
from host.stage.saw_words import capital

NO_BILLY = "Lay down Billy to set a trap, or press no."


class Setting:
    """Hears what is shown while somebody may set a trap."""

    def __init__(self, game: Saw, profile: Profile, offers: Offers) -> None:
        self._game = game
        self._box = game.box
        self._profile = profile
        self._offers = offers

    def heard(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """Return what is meant by Billy, The Pig, a Reverse Bear Trap and the parts that were shown so far."""
        state, name = play.state, shows[-1].name
        names = [shown.name for shown in shows]
        who, billy = capital(state.seat), self._box.names[self._box.billy]
        if billy not in names:
            if self._does(name) in (FORCE, BACKFIRE):
                return Heard(wanted=Wanted(f"{who} sets a trap: lay down Billy", NO_BILLY, (billy,)))
            return Heard(notice=NO_BILLY)
        told = self._part(state, name)
        parts = self._with(state.bench_faces(state.seat), told)
        if UNTOLD in parts:
            return Heard(told=told, wanted=self._wanted(play, parts))
        return self._settled(play, told, parts, self._extras(names))

    def _does(self, name: str) -> str:
        return self._box.does[self._box.number[name]]

    def _extras(self, names: Sequence[str]) -> tuple[int, int]:
        """Return the Pig and the Reverse Bear Trap that were shown, -1 for none."""
        shown = {self._does(name): self._box.number[name] for name in names}
        return shown.get(FORCE, UNTOLD), shown.get(BACKFIRE, UNTOLD)

    def _part(self, state: State, name: str) -> tuple[tuple[int, str], ...]:
        """Return which card of the bench a part tells: its kind says in which slot it lies."""
        kind = self._box.kind[self._box.number[name]]
        token = state.bench[state.seat][kind] if kind < SLOTS else -1
        return ((token, name),) if token in untold(state, (token,)) else ()

    def _with(self, parts: tuple[int, ...], told: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
        faces = list(parts)
        for _, name in told:
            face = self._box.number[name]
            faces[self._box.kind[face]] = face
        return tuple(faces)

    def _wanted(self, play: AnyPlay, parts: tuple[int, ...]) -> Wanted:
        state = play.state
        missing = [slot for slot, face in enumerate(parts) if face == UNTOLD]
        cards = [
            name
            for slot in missing
            for name in sorted(self._offers.possible(play, (state.bench[state.seat][slot],)))
            if self._box.kind[self._box.number[name]] == slot
        ]
        kinds = ", ".join(PARTS[slot] for slot in missing)
        return Wanted(
            f"{capital(state.seat)} sets a trap: show its parts", f"Still to be shown: {kinds}.", tuple(cards)
        )

    def _settled(
        self, play: AnyPlay, told: tuple[tuple[int, str], ...], parts: tuple[int, ...], extras: tuple[int, int]
    ) -> Heard:
        """All parts are known: say what is wrong with them, or what is to be chosen."""
        state = self._as_shown(play.state, told, extras)
        choices = [
            choice
            for choice in self._game.legal.options(state).enumerate()
            if choice[0] == "set" and choice[4:] == extras
        ]
        if not choices:
            targets = self._game.legal.targets(state)
            meant = ("set", targets[0] if targets else -1, (0, 0), 0, *extras)
            return Heard(told=told, notice=str(IllegalEntry(self._game.explain(state, play.decision, meant))))
        armed = bench_lights(self._profile, state.seat)
        if len(choices) == 1:
            return Heard(answers=(choices[0],), told=told, armed=armed)
        title = f"{capital(state.seat)} sets a trap: for whom, and how?"
        return Heard(told=told, aims=self._aims(choices), armed=armed, title=title)

    def _as_shown(self, state: State, told: tuple[tuple[int, str], ...], extras: tuple[int, int]) -> State:
        """Return a copy in which the cards that were shown are where they must be."""
        copy = state.clone()
        for token, name in told:
            copy.face[token] = self._box.number[name]
        hand = copy.hand[copy.seat]
        blanks = list(untold(copy, hand))
        for face in (self._box.billy, *(face for face in extras if face >= 0)):
            if face not in (copy.face[token] for token in hand) and blanks:
                copy.face[blanks.pop()] = face
        return copy

    def _aims(self, choices: Sequence[Choice]) -> tuple[Aim, ...]:
        """Return the targets, each with the ways to set the trap for it."""
        targets = dict.fromkeys(choice[1] for choice in choices)
        return tuple(
            Aim(capital(seat), None, self._light(seat), tuple(choice for choice in choices if choice[1] == seat))
            for seat in targets
        )

    def _light(self, seat: int) -> int | None:
        return self._profile.seat_light(seat, "limb", 0) if seat < len(self._profile.seats) else None
