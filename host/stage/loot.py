"""Loot Trap on a table: pawns walk over trays, and a tray that was left is turned sideways.

Moving and laying change the tiles. Cards are shown to the pad when they are played, revealed or discarded; what neither
tiles nor pad can tell is answered by a seat's buttons, by aiming, or on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from engines.core import WINDOW, AnyPlay, Decision, Reveal
from engines.core.events import Event
from engines.core.problems import ParseError
from engines.core.viewers import PUBLIC
from engines.loot import events as ev
from engines.loot.box import SEATS
from engines.loot.cards import ROLL, UNTOLD
from engines.loot.game import SHOWING, LootTrap
from engines.loot.kit import UNSEEN
from engines.loot.state import State
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage import loot_import, loot_words
from host.stage.base import Aim, Choice, Cue, Examples, Stage
from host.stage.heard import Heard, Shown
from host.stage.language import ARMED, DAMAGE, LAID, Lamps
from host.stage.loot_questions import Questions
from host.stage.loot_refusals import refusal
from host.stage.loot_shows import LootShows
from host.stage.loot_tiles import CROSS, CROSS_NAME, PAWN_NAME, TRAY_NAME, UPRIGHT, LootTiles
from host.stage.shown import Card, Piece, SeatPicture, Wording
from host.table import Scene, Snapshot

PLAY, DISCARD = "play", "discard"
_DROPS = frozenset(("discard", "drop", "ghost-discard"))  # what is asked may send a card of a hand to the pile
_DROPPING = frozenset(("discard", "replace"))  # and by these answers it goes there
_NOT_NOW = "No card is discarded now. To play a card, hold it to the Play pad."
_NOT_THAT = "That card cannot be discarded now."
_MOVES, _LAYS, _AIMED = ("move", "step"), ("action", "lay"), ("target", "dig")
_AIM_WORDS = {
    "target": "Choose by lifting their pawn.",
    "dig": "Choose by lifting a tray.",
    "spy": "Choose by lifting a tray, or look at no more.",
}
_ON_A_PLACE = frozenset(("move", "hop", "lay", "dig", "look"))
_BUTTONS: Mapping[tuple[str, str], Choice] = {
    ("window", "no"): ("pass",),
    ("action", "no"): ("done",),
    ("peek", "no"): ("leave",),
    ("discard", "no"): ("keep",),
    ("found", "yes"): ("bank",),
    ("found", "no"): ("leave",),
    ("spend", "no"): ("spend", 0),
    ("bank", "no"): ("no",),
    ("spy", "no"): ("no",),
    ("look", "yes"): ("seen",),
    ("look", "no"): ("seen",),
    ("ghost-draw", "yes"): ("draw",),
    ("ghost-draw", "no"): ("no",),
    ("ghost-roll", "yes"): ("roll",),
    ("ghost-roll", "no"): ("no",),
    ("ghost-discard", "no"): ("keep",),
}


class LootStage(Stage):
    """Loot Trap for some seats on one profile. A field that does not fit the tiles is played on the screen alone."""

    game: LootTrap
    examples = Examples(
        answer="move b2",
        card="powder-keg",
        shown="powder-keg",
        correction="red.health 6 we miscounted",
        hands=(
            "put tray tray.b1 on b1, facing north",
            "turn tray.b1 to east",
            "put pawn pawn.red on b1",
            "move pawn.red to b2",
            "put cross cross.b3 on b3",
            "tap powder-keg on play",
        ),
    )
    aim_help = "Peek by lifting your pawn, or end your action."
    reveals = "Revealed"
    saw = "revealed"
    has_hands = True

    def __init__(self, profile: Profile, game: LootTrap, seats: int = 2) -> None:
        super().__init__(profile, game)
        self._field = game.box.fields[seats]
        self._tiles = LootTiles(profile, self._field)
        self.is_sensed = self._tiles.is_sensed
        spots = [self._field.spots[cell] for cell in self._field.cells]
        self.board = (max(x for x, _ in spots) + 1, max(y for _, y in spots) + 1)
        self.misfit = (
            f"A field of {self.board[0]} × {self.board[1]} trays does not fit the tiles of the table {profile.name}. "
            "Choose the profile field, another shape (ruling A1), or the profile none."
        )
        has_pile = any(pad.name == DISCARD for pad in profile.pads)
        self.reads = (PLAY, DISCARD) if has_pile else (PLAY,)
        self._questions = Questions(
            game.box,
            has_pad=bool(profile.pads),
            has_pile=has_pile,
            is_sensed=self.is_sensed,
            may_leave=game.options["A5"] == "leave",
        )
        self._teller = loot_words.Teller(game.box)
        self._shows = LootShows(game, self._field, self._teller, self._drawn)

    # ---- what the table shows --------------------------------------------------------------------------------------

    def scene(self, play: AnyPlay) -> Scene:
        """Trays, cross trays and pawns on their tiles."""
        return self._tiles.scene(play.state)

    def read(self, play: AnyPlay, snapshot: Snapshot) -> Snapshot:
        """A tray may lie either way round; where a card is being taken, the table may show anything."""
        return self._tiles.read(play.state, snapshot) if self.is_sensed else snapshot

    def outcomes(self, play: AnyPlay) -> Mapping[bytes, tuple[Choice, ...]]:
        """Moves by where the pawn stands, traps by where a cross tray lies; which card it is stays a secret."""
        decision = _decision(play)
        if not self.is_sensed or decision is None or decision.kind not in (*_MOVES, *_LAYS):
            return {}
        state, base = play.state, self.scene(play).signature
        found: dict[bytes, list[Choice]] = {}
        for choice in self._seen(play, decision):
            if decision.kind in _MOVES:
                signatures = self._tiles.moved(state, base, state.agenda[-1][1], choice[1])
            else:
                signatures = self._tiles.laid(state, base, choice[2])
            for signature in signatures:
                if signature != base:
                    found.setdefault(signature, []).append(choice)
        return {signature: tuple(choices) for signature, choices in found.items()}

    def attempts(self, play: AnyPlay, tiles: bytes) -> Iterable[Choice]:
        """Moves to where a pawn stands, traps where a cross tray lies, whether the rules allow them or not."""
        decision = _decision(play)
        if not self.is_sensed or decision is None or decision.kind not in (*_MOVES, *_LAYS):
            return
        for cell in self._tiles.changed(play.state, tiles, is_pawn=decision.kind in _MOVES):
            yield ("move", cell) if decision.kind in _MOVES else ("lay", UNSEEN, cell)

    @staticmethod
    def _seen(play: AnyPlay, decision: Decision) -> list[Choice]:
        """Return the answers that can be seen; of traps only the one that names no card, if there is one."""
        choices = list(play.options(decision).enumerate())
        if decision.kind in _MOVES:
            return choices
        lays = [choice for choice in choices if choice[0] == "lay"]
        return [choice for choice in lays if choice[1] == UNSEEN] or lays

    def aims(self, play: AnyPlay) -> Sequence[Aim]:
        """The pawn to peek under or to choose its owner, trays to dig up or look at; and what has no place."""
        decision = _decision(play)
        if decision is None:
            return ()
        found = []
        for choice in play.options(decision).enumerate():
            if choice[0] in ("peek", "done") or decision.kind in (*_AIMED, "spy"):
                tile = self._aim_tile(play.state, decision.seat, choice)
                light = self.profile.tile_light(tile) if tile is not None else None
                words = self.wording(play, choice)
                found.append(Aim(f"{words.group} {words.label}", tile, light, (choice,)))
        return found

    def _aim_tile(self, state: State, seat: int, choice: Choice) -> int | None:
        if choice[0] in ("dig", "look"):
            return self._tiles.tile.get(choice[1])
        who = seat if choice[0] == "peek" else choice[1] if choice[0] == "target" else -1
        return self._tiles.tile.get(state.pawn[who]) if who >= 0 else None

    def aim_words(self, decision: Decision) -> str:
        """An opponent, or a tray, is chosen by what lies on the table."""
        return _AIM_WORDS.get(decision.kind, self.aim_help)

    def must_aim(self, decision: Decision) -> bool:
        """Opponents are chosen by their pawns, cards to dig up by their trays."""
        return decision.kind in _AIMED

    def aimed_at(self, play: AnyPlay, choice: Choice) -> int | None:
        """Nothing is aimed at beside what it is aimed with."""
        return None

    def thing(self, choice: Choice) -> str | None:
        """No answer that is seen on the tiles shows its card."""
        return None

    def uses(self, choice: Choice, name: str) -> bool:
        """A trap is a card of the hand."""
        return bool(choice[0] == "lay" and choice[1] != UNSEEN and self.game.box.names[choice[1]] == name)

    def title(self, name: str) -> str:
        """Return what is printed on a card."""
        box = self.game.box
        if name in box.number:
            return box.titles[box.number[name]]
        return next((avatar.title for avatar in box.avatars if avatar.id == name), name)

    def titled(self, text: str) -> str:
        """Return an answer in the notation with the titles of the cards that it names."""
        return loot_words.titled(text, self.title)

    def offered(self, play: AnyPlay, decision: Decision) -> list[Choice]:
        """What could be answered as far as everybody knows: a hand that nobody has seen may have any card."""
        known = play.knowledge(PUBLIC)
        state = play.state.clone()
        for token, face in enumerate(state.face):
            if face >= 0 and known.knows_of(token) and known.card(token) is None:
                state.face[token] = UNSEEN
        return self.game.legal.choices(state)

    def untold(self, choice: Choice) -> bool:
        """A card that leaves a hand face down, and nobody has said which."""
        return choice[0] in loot_words.CARDS_LEAVE_HIDDEN and bool(choice[1] == UNSEEN)

    def told(self, choice: Choice, name: str) -> Choice:
        """Say of an answer that leaves a card untold which one it is."""
        return (choice[0], self.game.box.number[name], *choice[2:])

    def lot(self, choice: Choice) -> str:
        """Chance speaks by roll cards; who begins is for people to say."""
        return f"{ROLL}{choice[1]}" if choice[0] == "roll" else ""

    def drawer(self, play: AnyPlay) -> int:
        """Return the seat that draws a roll card now, or -1."""
        decision = _decision(play)
        return int(play.state.agenda[-1][1]) if decision is not None and decision.kind == "roll" else -1

    def hand(self, play: AnyPlay, seat: int) -> tuple[int, ...]:
        """Return the cards of a hand."""
        hand: tuple[int, ...] = play.state.hand[seat]
        return hand

    def peeked(self, play: AnyPlay) -> tuple[str, int]:
        """Return the card under a pawn, or one of the field, while its finder looks at it."""
        decision, state = _decision(play), play.state
        if decision is not None and decision.kind == "peek":
            return "Under your pawn", state.base[state.pawn[decision.seat]]
        if decision is not None and decision.kind == "look":
            cell = state.agenda[-1][2]
            return f"On {self.game.box.cell_names[cell]}", state.trap(cell)
        return super().peeked(play)

    def shown(self, play: AnyPlay, name: str) -> tuple[Choice, ...]:
        """A card at the pad is played, put on somebody, banked or discarded; so are rolls and avatars shown."""
        decision = _decision(play)
        if decision is None or decision.kind == "found":
            return ()
        return tuple(choice for choice in play.options(decision).enumerate() if self._is_shown(choice, name))

    def heard(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """A card at the Discard pad is discarded, and nothing else; at the Play pad it is whatever fits."""
        answers = self.shown(play, shows[-1].name)
        if shows[-1].pad != DISCARD:
            return Heard(answers, notice="" if answers else refusal(self, play, shows[-1]))
        decision = _decision(play)
        if decision is None or decision.kind not in _DROPS:
            return Heard(notice=_NOT_NOW)
        dropped = tuple(choice for choice in answers if choice[0] in _DROPPING)
        return Heard(dropped, notice="" if dropped else _NOT_THAT)

    def drops_spent(self, pad: str) -> bool:
        """The pile is beside the Discard pad."""
        return pad == DISCARD

    def expects(self, asked: Decision | Reveal) -> tuple[str, ...]:
        """A card may have to be discarded."""
        return (DISCARD,) if isinstance(asked, Decision) and asked.kind in _DROPS else ()

    def _is_shown(self, choice: Choice, name: str) -> bool:
        box = self.game.box
        if choice[0] in SHOWING and choice[0] != "bank":
            return bool(box.names[choice[1]] == name)
        if choice[0] == "bank":
            return bool(name in box.number and box.number[name] in (choice[1:] or box.loots))
        if choice[0] == "roll":
            return len(choice) > 1 and name == f"{ROLL}{choice[1]}"
        return bool(choice[0] == "avatar" and box.avatars[choice[1]].id == name)

    def named(self, play: AnyPlay, reveal: Reveal, name: str) -> str:
        """Roll cards and avatars are never what is revealed."""
        if name not in self.game.box.number:
            raise ParseError(f"A card of the field or of a hand is asked for now; {name} is none.")
        return name

    def pressed(self, play: AnyPlay, answer: Literal["yes", "no"], seat: int = -1) -> Choice | None:
        """Yes and no where they say it all."""
        decision = _decision(play)
        choice = _BUTTONS.get((decision.kind, answer)) if decision else None
        if decision and (decision.kind, answer) == ("bank", "yes"):
            choice = self._only_loot(play, decision)
        return choice if decision and choice and play.options(decision).contains(choice) else None

    def _only_loot(self, play: AnyPlay, decision: Decision) -> Choice | None:
        """Yes is enough where one loot alone can be banked; with several designs, hold the card to the pad."""
        loots = [choice for choice in play.options(decision).enumerate() if choice[0] == "bank"]
        return loots[0] if len(loots) == 1 else None

    def position_from(self, play: AnyPlay, tiles: bytes) -> Mapping[str, Any]:
        """Pawns may stand elsewhere, and cards may be armed or not."""
        return loot_import.position_from(play, self._tiles, tiles)

    # ---- what the lights and screens say ---------------------------------------------------------------------------

    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        """Armed cards glow, laid ones pulse, a trap being resolved flashes; health as bars; the cue above that."""
        lamps = Lamps(self.profile)
        stands = {row["space"] for row in view["players"] if row["space"]}
        for row in view["field"] if self.is_sensed else ():
            light = self.profile.tile_light(self._at(row["space"]))
            if row["space"] in stands and (row["armed"] or row["laid"] or row["card"] is None) and not view["result"]:
                lamps.say(DAMAGE, [light])
            elif row["laid"]:
                lamps.say(LAID, [light])
            elif row["armed"]:
                lamps.say(ARMED, [light])
        for row in view["players"]:
            lamps.bar(SEATS.index(row["seat"]), row["health"])
        if view["turn"]["seat"] and not view["result"]:
            lamps.turn(SEATS.index(view["turn"]["seat"]))
        lamps.cue(cue)
        return lamps.scene()

    def _at(self, name: str) -> int:
        cell = self._field.find(name)
        assert cell is not None
        return self._tiles.tile[cell]

    def instruction(self, kind: str, name: str | None, source: str, target: str, mask: int) -> str:
        """Trays lie upright or sideways; pawns only stand. Nothing but a cross tray closes two reeds across."""
        what, _, whose = (name or "").partition(".")
        if kind == "take" and what != PAWN_NAME and mask & CROSS == CROSS:
            what = CROSS_NAME
        lying = "upright" if mask == UPRIGHT else "sideways"
        if what == TRAY_NAME and kind == "turn":
            return f"Turn the tray on {target} {lying}."
        if what == TRAY_NAME and kind != "take":
            return f"Lay the tray on {target} {lying}."
        if what == CROSS_NAME and kind != "take":
            return f"Lay a cross tray over the tray on {target}."
        thing = {TRAY_NAME: "the tray", CROSS_NAME: "the cross tray", PAWN_NAME: f"{whose.capitalize()}'s pawn"}
        said = thing.get(what, "what does not belong there")
        if kind == "take":
            return f"Take {said} off {source}."
        return f"Move {said} from {source} to {target}." if kind == "move" else f"Put {said} on {target}."

    def wording(self, play: AnyPlay, choice: Choice) -> Wording:
        """Return an answer as a button shows it."""
        tile = self._drawn(choice[-1]) if choice[0] in _ON_A_PLACE else None
        if choice[0] == "target" and play.state.pawn[choice[1]] >= 0:
            tile = self._drawn(play.state.pawn[choice[1]])
        return self._questions.wording(choice, tile)

    def _drawn(self, cell: int) -> int:
        """Return the tile at which a screen draws a space: a board without tiles as if it had them, row by row."""
        column, row = self._field.spots[cell]
        return self._tiles.tile[cell] if self.is_sensed else row * self.board[0] + column

    def question(self, play: AnyPlay) -> tuple[int | None, str, str]:
        """Return who is asked now, what, and a line that helps."""
        if not play.waiting:
            return loot_words.ending(play)
        decision = _decision(play)
        if decision is not None:
            return (decision.seat if decision.seat >= 0 else None, *self._questions.decision(play, decision))
        reveal = play.waiting[0]
        assert isinstance(reveal, Reveal)
        return (reveal.seat, *self._questions.reveal(play, reveal))

    def spoken(self, text: str) -> str:
        """A card that leaves a hand face down is not named."""
        return loot_words.spoken(text, UNTOLD)

    def seat_of(self, play: AnyPlay, token: int) -> int | None:
        """A card in a hand is its owner's."""
        return next((seat for seat, hand in enumerate(play.state.hand) if token in hand), None)

    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence."""
        return self._teller.tell(event)

    def hurt_by(self, play: AnyPlay, events: Sequence[Event]) -> Cue:
        """Traps that went off flash on their tiles, damage at the seats."""
        sprung = {self._tiles.tile[event.cell] for event in events if isinstance(event, ev.Sprung) and self.is_sensed}
        seats = {event.seat for event in events if isinstance(event, ev.HealthChanged) and _is_damage(event)}
        return Cue(hurt=tuple(sorted(sprung)), hurt_seats=tuple(sorted(seats)))

    def turn(self, play: AnyPlay) -> int:
        """Return how many turns have begun."""
        begun = sum(isinstance(event, ev.TurnBegan) for event in play.events)
        return begun + int(play.root.state.seat >= 0)

    def actions_left(self, play: AnyPlay) -> int:
        """A turn has steps, not a number of actions."""
        return 0

    def pieces(self, play: AnyPlay) -> tuple[Piece, ...]:
        """Return trays, cross trays and pawns, from the table upwards."""
        return self._shows.pieces(play.state)

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's avatar with its health and its loot."""
        return self._shows.cards(play, seat)

    def seat(self, play: AnyPlay, seat: int, player: str) -> SeatPicture:
        """Return a whole seat: of a hand only how many cards it has."""
        item = _decision(play) or (play.waiting[0] if play.waiting else None)
        asked = item.seat if item else None
        if isinstance(item, Decision) and item.policy == WINDOW:
            asked = play.state.seat  # others may interrupt, but it is not their turn
        return self._shows.seat(play, seat, player, is_asked=asked == seat)


def _decision(play: AnyPlay) -> Decision | None:
    return next((item for item in play.waiting if isinstance(item, Decision)), None)


def _is_damage(event: ev.HealthChanged) -> bool:
    """A correction hurts nobody."""
    return bool(event.rule) and event.after < event.before
