"""What a card of SAW means that is held to a pad, by what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.core import AnyPlay
from engines.saw import agenda as at
from engines.saw.cards import BIND, DETECT, SEARCH
from engines.saw.game import Saw
from engines.saw.piles import UNTOLD
from engines.saw.state import LOST, SLOTS, State
from hardware.profiles.model import Profile
from host.stage.heard import Choice, Heard, Shown
from host.stage.saw_naming import Naming, lying_open, untold
from host.stage.saw_traps import Setting

PLAY, DISCARD = "play", "discard"
_NOT_NOW = "Nobody has to discard a card now."
_OTHER_PAD = "To discard a card, hold it to discard."
_PLACES = "Say which one it was: places are counted from the top of the pile."
_ON_BENCH = "That card lies on your bench; here only cards of your hand count."
DROPS = (at.DISCARD, at.TRIM, at.PAY, at.CHOOSE)  # what is asked may send cards to the pile
_FROM_HAND = (at.CHALLENGE, at.EASE, at.SET)
_FROM_PILE = (at.SALVAGE, at.SIFT)


class Hearing:
    """Hears at one table."""

    def __init__(self, game: Saw, profile: Profile, naming: Naming, setting: Setting) -> None:
        self._game = game
        self._box = game.box
        self._naming = naming
        self._setting = setting
        self._has_pile = any(pad.name == DISCARD for pad in profile.pads)
        self._means: dict[str, Callable[[State, int], list[Choice]]] = {
            at.USE: self._plays,
            at.LAST: self._plays,
            at.CHALLENGE: self._uses,
            at.EASE: lambda state, face: [("ease", face)],
            at.SORT: lambda state, face: [("next", face)],
            at.STEAL: lambda state, face: [("steal", face)],
            at.FILM: self._films,
        }

    def heard(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """Return what is meant by what was shown since something was asked."""
        state, last = play.state, shows[-1]
        kind = state.agenda[-1][0]
        if kind == at.CHARACTER:
            return Heard(self._character(last.name))
        if last.name not in self._box.number or (kind not in _FROM_PILE and last.token in lying_open(state)):
            return Heard()  # a character, or a card on its way to the pile: it was read when it was used
        if kind in DROPS:
            return self._dropped(play, shows)
        if last.pad == DISCARD:
            return Heard(notice=_NOT_NOW)
        if kind in _FROM_HAND and self._is_benched(state, last.token):
            return Heard(notice=_ON_BENCH)
        if kind == at.SET:
            return self._setting.heard(play, shows)
        if kind == at.SIFT:
            return Heard(tuple(self._sifts(state, last)))
        if kind == at.SALVAGE:
            return self._salvaged(play, last)
        means = self._means.get(kind)
        answers = tuple(means(state, self._box.number[last.name])) if means else ()
        if kind == at.USE and len(answers) == 1 and self._is_benched(state, last.token):
            return Heard(row=(("lift", state.bench[state.seat].index(last.token)), *answers))
        return Heard(answers)

    def _character(self, name: str) -> tuple[Choice, ...]:
        people = self._box.people
        return (("character", people.index(name)),) if name in people else ()

    def _is_benched(self, state: State, token: int) -> bool:
        seat = self._naming.seat(state)
        return token >= 0 and token in state.bench[seat] and token not in self._naming.among(state, ("",))

    # ---- cards that are used -----------------------------------------------------------------------------------------

    def _plays(self, state: State, face: int) -> list[Choice]:
        if self._box.does[face] == DETECT:
            return [("play", face, part) for part in range(SLOTS)]
        if self._box.does[face] == BIND:
            lost = [("play", face, limb) for limb, stage in enumerate(state.limbs[state.seat]) if stage == LOST]
            return lost or [("play", face, 0)]  # refused, with the reason
        return [("play", face)]

    def _uses(self, state: State, face: int) -> list[Choice]:
        assert state.trap is not None
        if self._box.kind[face] == SEARCH:
            parts = range(SLOTS) if self._box.does[face] == DETECT else ()
            return [("search", face, part) for part in parts] or [("search", face)]
        needed = [trait for trait, _ in state.trap.needs]
        fitting = [trait for trait in self._box.traits[face] if trait in needed]
        return [("commit", face, trait) for trait in fitting or self._box.traits[face][:1] or (0,)]

    def _films(self, state: State, face: int) -> list[Choice]:
        """A Billy that was found may lie anywhere in the deck; nobody can tell where it did."""
        places = self._game.rules.searching.films(state)
        return [("found", places[-1])] if face == self._box.billy and places else []

    def _sifts(self, state: State, shown: Shown) -> list[Choice]:
        """A Billy that was found on the pile: where, its tag may tell if it was read before."""
        if self._box.number[shown.name] != self._box.billy:
            return []
        if shown.token in state.discard:
            return [("found", len(state.discard) - state.discard.index(shown.token))]
        return [("found", where) for where in self._game.rules.searching.sifts(state)]

    def _salvaged(self, play: AnyPlay, shown: Shown) -> Heard:
        """A card was taken out of the pile: where it lay, its tag may tell if it was read before."""
        face = self._box.number[shown.name]
        taken = self._naming.taken(play, face, shown.token, shown.others)
        return Heard(taken or (("take", face),), notice=_PLACES if len(taken) > 1 else "")

    # ---- cards on their way to the pile ------------------------------------------------------------------------------

    def _dropped(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        state, last = play.state, shows[-1]
        frame, face = state.agenda[-1], self._box.number[last.name]
        is_give = frame[0] == at.CHOOSE and frame[4] == "give"
        if is_give:
            return Heard((("give", face),))
        if self._has_pile and last.pad != DISCARD:
            return Heard(notice=_OTHER_PAD)
        if frame[0] != at.CHOOSE:
            word = "pay" if frame[0] == at.PAY else "discard"
            return Heard(((word, face, self._zone(state, last, face)),))
        if frame[4] == "discard":
            return Heard((("discard", face),))
        return self._rejected(play, [shown for shown in shows if not self._has_pile or shown.pad == DISCARD])

    def _zone(self, state: State, shown: Shown, face: int) -> int:
        """Return 1 if the card comes from the bench: its tag was read there, or it was told there and nowhere else."""
        seat = self._naming.seat(state)
        if shown.token >= 0:
            return int(shown.token in state.bench[seat])
        in_hand = face in (state.face[token] for token in state.hand[seat])
        on_bench = [token for token in state.bench[seat] if token >= 0 and token not in shown.others]
        return int(face in (state.face[token] for token in on_bench) and not in_hand)

    def _rejected(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """Some cards are kept unseen: once all others are on their way to the pile, it is clear which."""
        state = play.state
        _, _, tokens, left, _ = state.agenda[-1]
        rejects = dict.fromkeys(shown.token for shown in shows if shown.token in tokens)  # in the order of the taps
        told: tuple[tuple[int, str], ...] = ()
        if shows[-1].token not in tokens:
            name = shows[-1].name
            token = self._drawn(play, [token for token in tokens if token not in rejects], name)
            if token < 0:
                return Heard(notice=f"{self._box.designs[self._box.number[name]].title} was not among them.")
            rejects[token] = None
            told = ((token, name),)
        kept = [token for token in tokens if token not in rejects]
        row: tuple[Choice, ...] = ()
        if len(kept) <= left:
            row = tuple(("keep", state.face[token]) for token in kept)
        if row and len(kept) == left and len(rejects) > 1:
            faces = {token: self._box.number[name] for token, name in told}
            row = (*row[:-1], (*row[-1], tuple(faces.get(token, state.face[token]) for token in rejects)))
        return Heard(told=told, row=row)

    def _drawn(self, play: AnyPlay, tokens: Sequence[int], name: str) -> int:
        face = self._box.number[name]
        known = [token for token in tokens if play.state.face[token] == face]
        could = [token for token in untold(play.state, tokens) if name in play.candidates(token)]
        return next(iter((*known, *could)), UNTOLD)
