"""What each game's stage must be able to do, so that the loop needs to know no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from engines.core import AnyGame, AnyPlay, Decision, Reveal
from engines.core.events import Event
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage.heard import Aim, Choice, Heard, Lack, Lying, Shown
from host.stage.shown import EVERYBODY, Card, Piece, Readers, Reading, SeatPicture, Wording
from host.table import Scene, Snapshot

__all__ = ["Aim", "Choice", "Cue", "Examples", "ImportProblem", "Stage"]
_FACING = {1: "north", 2: "east", 4: "south", 8: "west"}


@dataclass(frozen=True, slots=True)
class Cue:
    """What the lights have to say besides the state of the game."""

    candidates: tuple[int, ...] = ()  # lights of what is asked about
    lit: int | None = None  # the one of them that stands out now
    put: int | None = None  # tile where something belongs
    take: int | None = None  # tile from which something must go
    mend: int | None = None  # tile where table and rules disagree
    hurt: tuple[int, ...] = ()  # tiles of what has just been damaged
    hurt_seats: tuple[int, ...] = ()
    show: int | None = None  # pad to which something is to be held
    armed: tuple[int, ...] = ()  # lights of a trap that is being set


class Examples(NamedTuple):
    """What can be said in this game, for those who ask for help: see ``host.play.terminal``."""

    answer: str
    card: str  # the name of something that was drawn or revealed
    shown: str  # what a tag says
    correction: str
    hands: tuple[str, ...]  # what hands do at a simulated table


class ImportProblem(Exception):
    """The table cannot be taken as the position; the text is a whole sentence."""


class Stage(ABC):
    """One game on one table. Holds nothing but the two: every method is a pure function of the play."""

    is_sensed: bool  # whether the table's tiles can show the game
    misfit: str  # a sentence for a table whose tiles cannot
    board: tuple[int, int]  # columns and rows of the game's board, for a screen that draws it
    examples: Examples
    aim_help = ""  # what aiming is for
    reveals = "Drawn"  # what a card or piece was, whose name is asked for
    saw = "drew"  # and what the ledger says of it
    has_hands = False  # whether players hold cards that only they see
    needs_tiles = True  # whether a table whose tiles cannot show the game does not fit it
    reads: tuple[str, ...] = ("play",)  # the pads at which cards are shown
    shows_twice = False  # whether a thing is shown once more on purpose, soon after it was understood
    nearest_rules: tuple[str, ...] = ()  # broken ones that say most, the best first
    is_tapped = False  # whether it is for people to say how many of their cards they tap

    def __init__(self, profile: Profile, game: AnyGame) -> None:
        self.profile = profile
        self.game = game

    # ---- what the table shows ----------------------------------------------------------------------------

    @abstractmethod
    def scene(self, play: AnyPlay) -> Scene:
        """Return what the table should look like."""

    def read(self, play: AnyPlay, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot as it is to be understood: what means the same looks the same."""
        return snapshot

    @abstractmethod
    def outcomes(self, play: AnyPlay) -> Mapping[bytes, tuple[Choice, ...]]:
        """Return, by the signature after them, all answers to what is asked now that can be seen on the tiles."""

    def foreseen(self, play: AnyPlay, reveal: Reveal) -> Mapping[bytes, tuple[Choice, ...]]:
        """Return the same for a play that waits for a name: what may be answered with any card that may have it.

        Quick players go on before they name what they drew. Nothing is foreseen where that would make no sense.
        """
        return {}

    def attempts(self, play: AnyPlay, tiles: bytes) -> Iterable[Choice]:
        """Return answers, legal or not, that would make the tiles show what they do: one of them may be meant."""
        return ()

    def aims(self, play: AnyPlay) -> Sequence[Aim]:
        """Return what can be aimed with for the answers that leave the tiles as they are."""
        return ()

    def aim_words(self, decision: Decision) -> str:
        """Return what aiming is for while something is to be decided."""
        return self.aim_help

    def must_aim(self, decision: Decision) -> bool:
        """Tell whether a decision can only be aimed: then aiming opens by itself."""
        return False

    def aimed_at(self, play: AnyPlay, choice: Choice) -> int | None:
        """Return the tile of what an answer is aimed at, if it has one."""
        return None

    def thing(self, choice: Choice) -> str | None:
        """Return the name of the thing from beside the board that an answer uses, if it does."""
        return None

    def uses(self, choice: Choice, name: str) -> bool:
        """Tell whether an answer uses this thing from beside the board, or one that is just like it."""
        return False

    def named(self, play: AnyPlay, reveal: Reveal, name: str) -> str:
        """Return the card or piece that a tag at the pad reveals; ParseError if it cannot be meant."""
        return name

    def title(self, name: str) -> str:
        """Return what people call a thing of the catalogue that has this name in the notation."""
        return name

    def titled(self, text: str) -> str:
        """Return an answer in the notation with the titles of the cards that it names; other words stay."""
        return text

    def offered(self, play: AnyPlay, decision: Decision) -> Iterable[Choice]:
        """Return what may be answered as far as everybody knows, for a screen that everybody sees."""
        return play.options(decision).enumerate()

    def meant(self, play: AnyPlay, choice: Choice) -> Sequence[Choice]:
        """Return all that somebody may mean who gives an answer on the screen; more than one is asked about."""
        return (choice,)

    def untold(self, choice: Choice) -> bool:
        """Tell whether an answer leaves open which card it is about."""
        return False

    def told(self, choice: Choice, name: str) -> Choice:
        """Return an answer that leaves a card open, with that card."""
        raise NotImplementedError

    def lot(self, choice: Choice) -> str:
        """Return the card by which chance gives an answer, if there is one."""
        return ""

    def drawer(self, play: AnyPlay) -> int:
        """Return the seat that draws a lot now, or -1."""
        return -1

    def hand(self, play: AnyPlay, seat: int) -> tuple[int, ...]:
        """Return the tokens that only their owner sees."""
        return ()

    def lacks(self, play: AnyPlay, choice: Choice) -> Sequence[Lack]:
        """Return what has to be told before an answer can be given: cards that it names and the rules do not know."""
        return ()

    def loose(self, play: AnyPlay, choice: Choice) -> tuple[int, ...]:
        """Return the cards that an answer may be about which leaves its card open."""
        seat = play.decision.seat
        return self.hand(play, seat) if seat >= 0 else ()

    def token_of(self, play: AnyPlay, choice: Choice) -> int:
        """Return the card that an answer is about, or -1."""
        return -1

    def shown(self, play: AnyPlay, name: str) -> tuple[Choice, ...]:
        """Return the answers that are given by showing a thing to the pad."""
        return ()

    def benched(self, play: AnyPlay, seat: int) -> tuple[int, ...]:
        """Return the cards that lie before a seat where only their owner sees them, by slot; -1 for none."""
        return ()

    def looked(self, play: AnyPlay) -> tuple[int, ...]:
        """Return the cards of the deck that who is asked looks at, the top one first."""
        return ()

    def peeked(self, play: AnyPlay) -> tuple[str, int]:
        """Return where the card of the board lies that who is asked looks at, in words, and its token; -1: nobody."""
        return "", -1

    def advice(self, play: AnyPlay) -> tuple[str, ...]:
        """Return what would help who is asked, from cards that only that seat knows."""
        return ()

    def top(self, play: AnyPlay) -> str:
        """Return the uppermost card of the discard pile, if everybody knows it."""
        return ""

    def heard(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """Return what is meant by all that was shown since something was asked, the last thing last."""
        return Heard(self.shown(play, shows[-1].name))

    def drops_spent(self, pad: str) -> bool:
        """Tell whether a card that has given an answer means nothing at a pad: the pile lies there."""
        return False

    def is_open(self, play: AnyPlay, token: int) -> bool:
        """Tell whether a card lies where all have seen it, so that it cannot be what is revealed now."""
        return False

    def showable(self, play: AnyPlay) -> Sequence[tuple[Wording, str]]:
        """Return what a screen offers that is begun by showing a card: how a button says it, and the card."""
        return ()

    def expects(self, asked: Decision | Reveal) -> tuple[str, ...]:
        """Return the pads, besides ``play``, to which a card is about to come; from what everybody hears asked."""
        return ()

    def slots(self, play: AnyPlay) -> Mapping[str, int]:
        """Return the pads on which cards lie while they are in play, with the token that should; -1 for none."""
        return {}

    def arranger(self, play: AnyPlay) -> int | None:
        """Return the seat whose cards on such pads mean something now, if one's do."""
        return None

    def slotted(self, play: AnyPlay, lying: Mapping[str, Lying]) -> Heard:
        """Return what is meant by what lies on some of those pads; nothing if the rules have it like that."""
        return Heard()

    def by_chance(self, decision: Decision) -> bool:
        """Tell whether the cards themselves give an answer, with nothing for people to do."""
        return False

    def pressers(self, play: AnyPlay) -> set[int]:
        """Return the seats whose buttons answer for the world."""
        return set()

    def pressed(self, play: AnyPlay, answer: Literal["yes", "no"], seat: int = -1) -> Choice | None:
        """Return the answer that a seat's button gives by itself, if there is one."""
        return None

    @abstractmethod
    def position_from(self, play: AnyPlay, tiles: bytes) -> Mapping[str, Any]:
        """Return the position that the table shows, as ``game.setup`` takes it; ImportProblem if it shows none."""

    # ---- what the lights and screens say -----------------------------------------------------------------

    @abstractmethod
    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        """Return the lights for what everybody may know."""

    def instruction(self, kind: str, name: str | None, source: str, target: str, mask: int) -> str:
        """Return one thing to mend, between tiles that are called so, as a sentence."""
        thing = (name or "the piece").replace(".", " ")
        facing = f", facing {_FACING[mask]}" if mask in _FACING else ""
        if kind == "take":
            return f"Take {thing} off {source}."
        if kind == "turn":
            return f"Turn {thing} on {target or source}{facing.replace(', facing', ' to face')}."
        if kind == "move":
            return f"Move {thing} from {source} to {target}{facing}."
        return f"Put {thing} on {target}{facing}."

    @abstractmethod
    def wording(self, play: AnyPlay, choice: Choice) -> Wording:
        """Return an answer as a button shows it."""

    @abstractmethod
    def question(self, play: AnyPlay) -> tuple[int | None, str, str]:
        """Return who is asked now, what, and a line that helps."""

    def reading(self, play: AnyPlay, readers: Readers = EVERYBODY) -> Reading | None:
        """Return what people may read aloud now, if the game has anything to read; ``readers`` says who is there."""
        return None

    def dropped(self, play: AnyPlay) -> tuple[str, ...]:
        """Return the cards that went to the discard pile in this turn, the uppermost first; "?" for an unnamed one."""
        return ()

    def spoken(self, text: str) -> str:
        """Return an answer in the game's notation without what only some may know."""
        return text

    def seat_of(self, play: AnyPlay, token: int) -> int | None:
        """Return whose a token is, if it is anybody's."""
        return None

    @abstractmethod
    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence; None if another event says it."""

    def hurt_by(self, play: AnyPlay, events: Sequence[Event]) -> Cue:
        """Return which tiles and seats have been damaged."""
        return Cue()

    @abstractmethod
    def turn(self, play: AnyPlay) -> int:
        """Return how many turns have begun."""

    def actions_left(self, play: AnyPlay) -> int:
        """Return how many answers the turn still has, 0 if the game does not count them."""
        return 0

    @abstractmethod
    def pieces(self, play: AnyPlay) -> tuple[Piece, ...]:
        """Return what stands on the board, for a screen."""

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's things with their numbers, for a screen."""
        return ()

    @abstractmethod
    def seat(self, play: AnyPlay, seat: int, player: str) -> SeatPicture:
        """Return a whole seat, for a screen."""
