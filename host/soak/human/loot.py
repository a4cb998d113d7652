"""Loot Trap with hands: pawns that walk over trays, trays that are turned, cards that are held to the pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Literal

from engines.core import AnyPlay, Decision, Observed, Reveal
from engines.loot.events import Moved
from engines.loot.game import LootTrap
from engines.loot.kit import UNSEEN
from engines.loot.state import State
from engines.players import Player, answer
from hardware.twin.objects import CROSS, PAWN, TRAY, Facing, Kind
from host.play.floor import asked_of, decision_of
from host.soak.human.instructions import Instruction
from host.soak.human.levels import CALM, Level
from host.soak.human.things import Arrangement, Motion, Spot
from host.soak.human.ways import How
from host.soak.human.world import Cards, Deck, Deed, World, decision, deed

KINDS: Mapping[str, Kind] = {"tray": TRAY, "cross": CROSS, "pawn": PAWN}
SHOWN = ("play", "equip", "bank", "discard", "replace", "avatar", "roll")
OF_A_HAND = ("play", "equip", "discard", "replace", "lay", "swap", "give")
LEAVING = ("lay", "swap", "give")  # face down
AIMED = ("peek", "target", "dig", "look")
BUTTONS: Mapping[tuple[str, str], Literal["yes", "no"]] = {
    ("action", "done"): "no",
    ("discard", "keep"): "no",
    ("found", "bank"): "yes",
    ("found", "leave"): "no",
    ("bank", "no"): "no",
    ("window", "pass"): "no",
}
BY_HAND = 0.75  # how often what could be said on the screen is done at the table
INTERRUPTS = 0.25
COPIES = 3  # of each card, one after the other is used
WHIM = 0.15  # how often a good player does anything at all


class LootWays:
    """Loot Trap as people play it; ``player`` is how well, None: at random."""

    def __init__(self, game: LootTrap, player: Player | None) -> None:
        self._game = game
        self._player = player
        self._used: Counter[str] = Counter()  # how often a copy of each card was used
        self._copies: dict[tuple[int, str, str], str] = {}  # which one it was for a deed

    def cards(self, play: AnyPlay, rng: Random) -> Cards:
        """One deck for all."""
        return Deck(play, rng)

    def kind(self, name: str) -> Kind:
        """Told by the first word of its name."""
        return KINDS[name.partition(".")[0]]

    def arrangement(self, play: AnyPlay) -> Arrangement:
        """Trays, upright or sideways; cross trays on them; pawns on top.

        A trap lies on its space before anybody has said what it covers.
        """
        state = play.state
        names, cells, covered = state.field.names, state.field.cells, _being_laid(state)
        found = {
            f"tray.{names[cell]}": Spot(names[cell], _facing(state.armed[cell] and cell != covered)) for cell in cells
        }
        found |= {
            f"cross.{names[cell]}": Spot(names[cell]) for cell in cells if state.laid[cell] >= 0 or cell == covered
        }
        pawns = enumerate(state.pawn)
        return found | {f"pawn.{play.seats[seat]}": Spot(names[cell]) for seat, cell in pawns if cell >= 0}

    def made_by(self, deed: Deed, after: AnyPlay) -> Arrangement:
        """A pawn goes where it was said to; where the rules send it on from there, the lights tell."""
        lies = self.arrangement(deed.play)
        if deed.word == "lay":
            tile = deed.text.split()[2]
            return {**lies, f"tray.{tile}": Spot(tile), f"cross.{tile}": Spot(tile)}
        walked = next((event for event in after.events[len(deed.play.events) :] if isinstance(event, Moved)), None)
        if walked is None:
            return self.arrangement(after)
        pawn, names = f"pawn.{after.seats[walked.seat]}", after.state.field.names
        left = f"tray.{names[walked.start]}"
        return {**lies, left: self.arrangement(after)[left], pawn: Spot(names[walked.end])}

    # ---- what is done --------------------------------------------------------------------------------------------

    def choose(self, world: World, rng: Random) -> Deed:
        """Somebody interrupts, or whoever is asked goes on: at random, or as a good player would."""
        floor = world.floor()
        if floor.following is not None and rng.random() < INTERRUPTS:
            plays = [choice for choice in self._possible(world, world.truth) if choice[0] == "play"]
            if plays:
                return deed(world.truth, rng.choice(plays))
        play, is_later = floor.main, floor.following is not None
        if decision_of(play) is None:
            return deed(world.truth, ("pass",))  # before the game ends, whoever could still interrupt says no
        asked = decision(play)
        if asked.seat >= 0 and not all(map(world.is_dealt, play.state.hand[asked.seat])):
            return deed(world.truth, ("pass",))  # first the pile is shuffled, once nobody interrupts any more
        if self._player is not None and asked.seat >= 0 and rng.random() >= WHIM:
            return deed(play, self._advised(world, play, asked, rng), is_later=is_later)
        possible = self._possible(world, play)
        banks = [choice for choice in possible if choice[0] == "bank"]
        if banks:
            return deed(play, rng.choice(banks), is_later=is_later)  # or it would go on for hours
        word = rng.choice(sorted({choice[0] for choice in possible}))
        return deed(play, rng.choice([choice for choice in possible if choice[0] == word]), is_later=is_later)

    def _possible(self, world: World, play: AnyPlay) -> list[Any]:
        """What can really be answered: nobody plays a card that he has not got."""
        asked = decision(play)
        choices = list(play.options(asked).enumerate())
        if asked.seat < 0 or asked.kind == "found":
            return choices
        hand = {self._game.box.number[world.card(token)] for token in play.state.hand[asked.seat]}
        loots = self._game.box.loots
        return [
            choice
            for choice in choices
            if (choice[0] not in OF_A_HAND or choice[1] in (UNSEEN, *hand))
            and (choice[0] != "bank" or hand & {*(choice[1:] or loots)})
        ]

    def _advised(self, world: World, play: AnyPlay, asked: Decision, rng: Random) -> Any:
        """Ask a good player, who sees its own hand; a card that leaves it face down is not told."""
        assert self._player is not None
        seen = play.clone()
        for token in play.state.hand[asked.seat]:
            if any(isinstance(item, Reveal) and item.token == token for item in seen.waiting):
                seen.feed(Observed(token, world.card(token), (asked.seat,)))
        choice = answer(self._player, seen, decision(seen), rng).choice
        if choice[0] in LEAVING and not play.options(asked).contains(choice):
            choice = (choice[0], UNSEEN, *choice[2:])
        return choice

    def how(self, deed: Deed, rng: Random, level: Level) -> How:
        """Pawns walk and cross trays are laid; cards are held to the pad; the rest is pressed, aimed or said.

        A trap on a trap looks as before, and which card lies face down in a cross tray nobody sees: that is said.
        """
        state, by_hand = deed.play.state, rng.random() < BY_HAND
        if deed.word in ("move", "hop"):
            return "move"
        if deed.word == "lay":
            return "say" if state.laid[deed.choice[2]] >= 0 or _tells_more(deed) else "move"
        if by_hand and self.card(deed, rng):
            return "tap"
        if by_hand and self.button(deed):
            return "press"
        return "aim" if by_hand and self.lifted(deed) else "say"

    def card(self, deed: Deed, rng: Random) -> str:
        """The card that is played, revealed or thrown away; for a lot, the roll card."""
        if deed.reveal is not None:
            return self._copy(deed, deed.text)
        if deed.word not in SHOWN or deed.kind == "found" or len(deed.text.split()) == 1:
            return self._copy(deed, "loot") if deed.word == "bank" and deed.kind != "found" else ""
        card = deed.text.split()[1]
        return f"roll-{card}" if deed.word == "roll" else card if deed.word == "avatar" else self._copy(deed, card)

    def _copy(self, deed: Deed, card: str) -> str:
        """Return the copy of a card that is used for a deed: always the same one, and another than was used last."""
        key = len(deed.play.log), deed.text, card
        if key not in self._copies:
            self._used[card] += 1
            self._copies[key] = f"{card}#{self._used[card] % COPIES}"
        return self._copies[key]

    def button(self, deed: Deed) -> Literal["yes", "no"] | None:
        """What yes and no say."""
        return BUTTONS.get((deed.kind, deed.word))

    def lifted(self, deed: Deed) -> str:
        """The pawn to peek under or to choose its owner; the tray that is dug up or looked at."""
        if deed.word not in AIMED:
            return ""
        if deed.word == "peek":
            return f"pawn.{deed.play.seats[deed.seat]}"
        return f"pawn.{deed.text.split()[1]}" if deed.word == "target" else f"tray.{deed.text.split()[1]}"

    def another(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Another card of the hand where one is revealed; else another answer that could be given."""
        if deed.reveal is not None:
            hand = [card for token in deed.play.state.hand[deed.seat] if (card := world.card(token)) != deed.text]
            return deed._replace(text=rng.choice(hand)) if hand else None
        others = [choice for choice in self._possible(world, deed.play) if choice != deed.choice]
        words = sorted({choice[0] for choice in others})
        if not words:
            return None
        word = rng.choice(words)
        choice = rng.choice([choice for choice in others if choice[0] == word])
        return deed._replace(text=deed.play.write(choice), choice=choice)

    def instead(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Another place to walk to, or to lay a trap on, where nothing springs."""
        others = [choice for choice in self._possible(world, deed.play) if choice != deed.choice]
        found = [deed._replace(text=deed.play.write(choice), choice=choice) for choice in others]
        found = [other for other in found if other.word == deed.word and self.how(other, rng, CALM) == "move"]
        rng.shuffle(found)
        return next((other for other in found if self._is_harmless(other, world)), None)

    def _is_harmless(self, other: Deed, world: World) -> bool:
        after = world.after(other)
        is_carried_out = self.is_same(self.made_by(other, after), self.arrangement(after))
        return bool(after.waiting) and is_carried_out and not isinstance(asked_of(after), Reveal)

    def second(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Pawns have no tags."""
        return None

    def built_with(self, reveal: Deed, world: World, rng: Random) -> Deed | None:
        """Nothing is built."""
        return None

    def mixed_up(self, motion: Motion, lies: Arrangement) -> list[Motion]:
        """Another pawn is moved, or another tray turned on which nothing lies."""
        if motion.target is None or motion.name.startswith("cross"):
            return []
        others = [name for name in lies if name != motion.name and self.kind(name) is self.kind(motion.name)]
        if motion.name.startswith("pawn"):
            return [Motion(name, motion.target) for name in others]
        covered = {spot.tile for name, spot in lies.items() if not name.startswith("tray")}
        facing = motion.target.facing
        trays = {name: lies[name] for name in others if lies[name].tile not in covered}
        return [Motion(name, Spot(spot.tile, facing)) for name, spot in trays.items() if spot.facing != facing]

    def decoy(self, rng: Random) -> str:
        """Some card or other."""
        return str(rng.choice(self._game.box.names)) + "#3"

    # ---- what the screen asks for --------------------------------------------------------------------------------

    def thing(self, told: Instruction, lies: Arrangement, meant: Arrangement) -> str:
        """By its kind and place; pawns by their colour."""
        whose, _, what = told.thing.partition("'s ")
        if what == "pawn":
            return f"pawn.{whose.lower()}"
        place = told.source or told.target
        if told.thing == "a cross tray":
            return f"cross.{told.target}"
        if told.thing in ("the tray", "the cross tray"):
            kind = "tray" if told.thing == "the tray" else "cross"
            there = [name for name, spot in lies.items() if spot.tile == place and self.kind(name) is KINDS[kind]]
            return next(iter(there), f"{kind}.{place}")
        there = [name for name, spot in lies.items() if spot.tile == place and meant.get(name) != spot]
        return there[-1] if there else ""

    def lying(self, told: Instruction, name: str, lies: Arrangement, meant: Arrangement) -> Spot:
        """As the sentence says: upright or sideways."""
        return Spot(told.target or told.source, _facing(told.facing == "sideways"))

    def is_free(self, name: str, tile: str, lies: Arrangement) -> bool:
        """One thing of a kind on a tile; a pawn needs a tray below it."""
        there = [other for other, spot in lies.items() if spot.tile == tile and other != name]
        if any(self.kind(other) is self.kind(name) for other in there):
            return False
        return name.startswith("tray") or any(other.startswith("tray") for other in there)

    def is_same(self, lies: Arrangement, wanted: Arrangement) -> bool:
        """Trays are alike, and so are cross trays; which way round they lie means nothing."""
        return _looks(lies) == _looks(wanted)


def _tells_more(deed: Deed) -> bool:
    """Tell whether a card is named that could leave the hand untold."""
    untold = (deed.choice[0], UNSEEN, *deed.choice[2:])
    return bool(deed.choice != untold and deed.play.options(decision(deed.play)).contains(untold))


def _being_laid(state: State) -> int:
    """Return the space on which a trap is being laid, -1 if there is none."""
    frame = state.agenda[-1] if state.agenda else ("",)
    return int(frame[3]) if frame[0] == "put" else -1


def _facing(is_sideways: bool) -> Facing:
    return "east" if is_sideways else "north"


def _looks(lies: Arrangement) -> set[tuple[str, str, bool]]:
    return {
        (
            name if name.startswith("pawn") else name.partition(".")[0],
            spot.tile,
            name.startswith("tray") and spot.facing in ("east", "west"),
        )
        for name, spot in lies.items()
    }
