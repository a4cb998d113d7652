"""What a screen shows of Loot Trap: what lies on the tiles, and what each seat has."""

from __future__ import annotations

from collections.abc import Callable

from engines.core import AnyPlay
from engines.loot.box import SEATS
from engines.loot.field import Field
from engines.loot.game import LootTrap
from engines.loot.state import MAX_HEALTH, State
from hardware.profiles.model import EAST, NORTH, SOUTH, WEST
from host.stage.loot_tiles import CROSS, CROSS_NAME, PAWN, PAWN_NAME, TRAY_NAME
from host.stage.loot_words import Teller
from host.stage.shown import Card, Gauge, Piece, SeatPicture

_TRAY = ((NORTH, SOUTH), (EAST, WEST))  # upright, sideways


class LootShows:
    """Shows one field; ``drawn`` says at which tile a space is drawn."""

    def __init__(self, game: LootTrap, field: Field, teller: Teller, drawn: Callable[[int], int]) -> None:
        self._game = game
        self._field = field
        self._teller = teller
        self._drawn = drawn

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return trays, cross trays and pawns, from the table upwards."""
        found = []
        for cell in self._field.cells:
            name, tile = self._field.names[cell], self._drawn(cell)
            is_armed, card = state.armed[cell], self._card_in(state, cell)
            found.append(
                Piece(
                    f"{TRAY_NAME}.{name}",
                    -1,
                    TRAY_NAME,
                    tile,
                    int(is_armed),
                    kind=TRAY_NAME,
                    closes=_TRAY[is_armed],
                    card=card,
                )
            )
            if state.laid[cell] >= 0:
                seat = state.layer[cell]
                found.append(
                    Piece(
                        f"{CROSS_NAME}.{name}",
                        seat,
                        CROSS_NAME,
                        tile,
                        0,
                        kind=CROSS_NAME,
                        closes=(CROSS,),
                        card="hidden",
                    )
                )
            if state.who[cell] >= 0:
                seat = state.who[cell]
                found.append(
                    Piece(f"{PAWN_NAME}.{SEATS[seat]}", seat, PAWN_NAME, tile, 0, kind=PAWN_NAME, closes=(PAWN,))
                )
        return tuple(found)

    def _card_in(self, state: State, cell: int) -> str:
        if state.base[cell] < 0:
            return ""
        return self._game.box.names[state.face[state.base[cell]]] if state.up[cell] else "hidden"

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's avatar with its health and its loot."""
        state, name = play.state, SEATS[seat]
        whys = self._teller.reasons(play)
        loot, goal = len(state.bank[seat]), self._game.kit.loot_goal(state, seat)
        health = state.health[seat]
        gauges = (
            Gauge("Health", health, str(health), f"{name}.health", whys.get(("health", seat), ""), MAX_HEALTH),
            Gauge("Loot", loot, f"{loot} of {goal}", "", whys.get(("loot", seat), ""), goal),
        )
        tiles = (self._drawn(state.pawn[seat]),) if state.pawn[seat] >= 0 else ()
        return (Card(self._avatar(state, seat), seat, self._equipment(state, seat), gauges, tiles),)

    def _avatar(self, state: State, seat: int) -> str:
        box = self._game.box
        if state.avatar[seat] < 0:
            return "No avatar yet"
        avatar = box.avatars[state.avatar[seat]]
        return f"{avatar.title}, {box.catalogue.characters[avatar.character].title}"

    def _equipment(self, state: State, seat: int) -> str:
        if not state.alive[seat]:
            return "eliminated"
        gear = state.gear[seat]
        has = [self._game.box.titles[state.face[gear]] if gear >= 0 else "no equipment"]
        has += ["takes none of the next damage"] if state.guarded[seat] else []
        has += ["skips the next action"] if state.becalmed[seat] else []
        return ", ".join(has)

    def seat(self, play: AnyPlay, seat: int, player: str, *, is_asked: bool) -> SeatPicture:
        """Return a whole seat: of a hand only how many cards it has."""
        state = play.state
        count = len(state.hand[seat])
        summary = f"{count} card{'s' if count != 1 else ''} in hand"
        cards = self.cards(play, seat)
        return SeatPicture(SEATS[seat], player, is_asked, cards, (), len(state.deck), summary, summary)
