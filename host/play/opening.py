"""How a game is begun or taken up again: a ledger, a game with its rulings, a stage, a companion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import engines
from engines.core import AnyGame
from engines.core.oracles import Table
from hardware import profiles
from hardware.profiles.model import Profile
from host import games
from host.ledger import EntryRecord, Ledger, LedgerError, Origin, PlayHead
from host.play.chronicle import Unplayable
from host.play.companion import Companion
from host.play.house import NAMES, PERSON
from host.play.rows import AMENDS, THE_TABLE, is_somebodys, resumption
from host.play.virtual_deck import VirtualDeck
from host.stage.base import Stage

STEPS_BACK = 20  # lines that are taken back at most, one after the other, until a game can be played on
TAKEN_BACK = (
    "Line {line} ({text}) cannot be played by this Deadfall, so it and all that came after it were taken back. "
    "Play on from here, or with the version that began the game. Nothing is lost: "
    "deadfall ledger show {path} prints the whole game."
)


def stage_for(profile: Profile, game: AnyGame, seats: int | None = None) -> Stage:
    """Return the stage of a game on a table, for as many seats as usual if nobody says how many."""
    made: Stage = games.part(games.get(game.name).stage)(profile, game, seats or game.seat_counts[0])
    return made


def fitting_stage(game: AnyGame, profile: str, seats: int | None = None) -> Stage:
    """Return the stage of a game on a table; ValueError with a sentence if its tiles cannot show the game."""
    stage = stage_for(profiles.load(profile), game, seats)
    if stage.needs_tiles and stage.profile.tiles and not stage.is_sensed:
        raise ValueError(stage.misfit)
    return stage


def begin(
    ledger: Ledger,
    name: str,
    profile: str,
    now: int,
    *,
    players: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    catalogue: str | None = None,
    is_virtual: bool = False,
    seed: int | None = None,
) -> Companion:
    """Begin a game in an empty ledger; ``is_virtual``: the table deals its cards itself.

    What is dealt and drawn by lot depends on when a game was begun, which the ledger keeps, or on ``seed``.
    """
    if ledger.head() is not None:
        raise LedgerError(f"{ledger.path} holds a game already. Resume it, or choose another file.")
    profile = profiles.located(profile)
    game = engines.load(name, catalogue=catalogue, options=dict(options or {}))
    seats = tuple(players) or (PERSON,) * game.seat_counts[0]
    root = game.new(oracle=Table(), seats=len(seats)).position()
    fitting_stage(game, profile, len(seats))
    created = now if seed is None else seed
    text = engines.house_catalogue(name) if catalogue is None else catalogue
    head = PlayHead(name, dict(game.options), text, game.catalogue_digest(), profile, seats, root, created)
    with ledger.together():
        ledger.begin(head)
        return _companion(ledger, game, now, is_virtual=is_virtual)


def resume(ledger: Ledger, now: int, *, is_virtual: bool = False) -> Companion:
    """Take up the game of a ledger where it was left, at whatever moment that was, and note that."""
    return resume_as(ledger, now, resumption(is_virtual=is_virtual))


def resume_as(ledger: Ledger, now: int, note: Mapping[str, Any]) -> Companion:
    """Take up the game of a ledger as the note of it says: in a replay, as it was taken up then.

    Where a line cannot be played any more, it is taken back with all that came after it, and the game says so.
    """
    stuck: list[Unplayable] = []
    for _ in range(STEPS_BACK):
        try:
            return _resumed(ledger, now, note, stuck[-1] if stuck else None)
        except Unplayable as error:
            stuck.append(error)
    raise stuck[0]


def _resumed(ledger: Ledger, now: int, note: Mapping[str, Any], stuck: Unplayable | None) -> Companion:
    with ledger.together():  # what the table settles by itself then is written along with the note
        fact = ledger.last_fact()
        number = ledger.note(now, "resumed", note, fact)
        if stuck is not None:
            ledger.write([_taken_back(stuck, now, number, fact)])
        is_virtual = bool(note.get("is_virtual"))
        companion = resume_quietly(ledger, now, is_virtual=is_virtual, amends=bool(note.get(AMENDS)))
        if stuck is not None:
            companion.complain(TAKEN_BACK.format(line=stuck.row.id, text=stuck.row.text, path=ledger.path))
        return companion


def _taken_back(stuck: Unplayable, now: int, number: int, fact: int) -> EntryRecord:
    """Return the row that takes back what cannot be played."""
    return EntryRecord(
        at=now,
        kind="takeback",
        entry={"keep": stuck.keep},
        text=f"line {stuck.row.id} and what came after it taken back",
        by=THE_TABLE,
        why="It cannot be played by this Deadfall.",
        origin=Origin.RULES,
        input=number,
        fact=fact,
    )


def resume_quietly(ledger: Ledger, now: int, *, is_virtual: bool = False, amends: bool = True) -> Companion:
    """Take up the game of a ledger without a note of it: to look at it."""
    head = _head(ledger)
    try:
        catalogue = catalogue_of(head)
        game = engines.load(head.game, catalogue=catalogue, options=dict(head.options))
        profiles.load(head.profile)
    except (KeyError, ValueError, profiles.ProfileError) as error:
        raise LedgerError(f"{ledger.path} holds a game that this Deadfall cannot play: {error}") from error
    if len(head.players) not in game.seat_counts or not set(head.players) <= {PERSON, *NAMES}:
        raise LedgerError(f"{ledger.path} names players that this Deadfall does not know.")
    if catalogue is None and game.catalogue_digest() != head.catalogue_digest:
        raise LedgerError(f"{ledger.path} was played with another set of pieces than this Deadfall has.")
    try:
        return _companion(ledger, game, now, is_virtual=is_virtual, amends=amends)
    except LedgerError:
        raise
    except Exception as error:  # what stands in the ledger leads to where something fails
        raise _stuck(ledger, error) from error


def _stuck(ledger: Ledger, error: Exception) -> LedgerError:
    """Return why a game cannot go on from where it stands: with the last answer, if there is one."""
    sentence = f"{ledger.path} cannot be continued ({type(error).__name__}: {error}). Restore it from a copy."
    given = [(keep, row) for keep, row in enumerate(ledger.live()) if is_somebodys(row)]
    return Unplayable(sentence, *given[-1]) if given else LedgerError(sentence)


def catalogue_of(head: PlayHead) -> str | None:
    """Return the cards of a game: those in its ledger, or for an older ledger the house's own of an earlier version."""
    if head.catalogue is not None:
        return head.catalogue
    return engines.former_catalogue(head.game, head.catalogue_digest)


def _companion(ledger: Ledger, game: AnyGame, now: int, *, is_virtual: bool, amends: bool = True) -> Companion:
    head = ledger.head()
    assert head is not None
    stage = stage_for(profiles.load(head.profile), game, len(head.players))
    deck = VirtualDeck(head.created) if is_virtual else None  # the same cards whenever the game is taken up again
    return Companion(game, stage, ledger, now, deck=deck, amends=amends)


def profile_of(ledger: Ledger) -> str:
    """Return what to load the profile of a ledger's game by, and to start its twin with: a name or a path."""
    return _head(ledger).profile


def _head(ledger: Ledger) -> PlayHead:
    head = ledger.head()
    if head is None:
        raise LedgerError(f"{ledger.path} holds no game. Begin a new one, or choose another file.")
    return head


def new_ledger(folder: Path, name: str, stamp: str) -> Path:
    """Return a file name that is not taken: armada-2026-05-01-2030.ledger."""
    path = folder / f"{name}-{stamp}.ledger"
    number = 2
    while path.exists():
        path = folder / f"{name}-{stamp}-{number}.ledger"
        number += 1
    return path
