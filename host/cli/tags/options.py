"""What the commands about tags share: which game, which deck, which pad."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.catalogue import add_catalogue, catalogue_of
from host.cli.errors import CommandError

if TYPE_CHECKING:
    from hardware.profiles import Pad, Profile
    from host.tags.deck import Deck, Roster
    from host.tags.taps import Taps

AUTO, TWIN = "auto", "twin"
POCKET = "pocket"


def add_game(parser: argparse.ArgumentParser) -> None:
    """Give a command the game and its deck."""
    import engines

    parser.add_argument("game", choices=engines.games(), help="whose cards they are")
    add_catalogue(parser)
    parser.add_argument(
        "--deck", type=Path, metavar="FILE", help="the deck's file (default: one for each game in the state folder)"
    )


def add_pad(parser: argparse.ArgumentParser) -> None:
    """Give a command the pad on which cards are tapped."""
    parser.add_argument(
        "--port", default=AUTO, help='"auto" (default), a port, a board\'s serial number, or "twin" to try it'
    )
    parser.add_argument("--pad", default="play", metavar="NAME", help='where the cards are tapped (default: "play")')
    parser.add_argument(
        "--profile", metavar="NAME", help="a built-in profile or a .toml file (default: what the board says)"
    )


def roster_of(args: argparse.Namespace) -> Roster:
    """The cards of a game; CommandError if none of them carries a tag."""
    import engines

    roster = engines.load(args.game, catalogue=catalogue_of(args)).tagged()
    if not roster:
        raise CommandError(f"Nothing in {args.game} carries a tag. Choose another game.")
    return roster


def deck_file(args: argparse.Namespace) -> Path:
    """Where the deck is kept."""
    from host.cli.places import decks_folder

    return Path(args.deck) if args.deck is not None else decks_folder() / f"{args.game}.toml"


def load_deck(args: argparse.Namespace, *, may_be_new: bool = False) -> Deck:
    """The deck of the command, checked against the game's own cards; CommandError says what is wrong."""
    from host.tags.deck import Deck, load

    path = deck_file(args)
    if not path.exists():
        if may_be_new:
            return Deck.new(path.stem, args.game)
        raise CommandError(f"There is no deck {path}. Make one: deadfall tags enroll {args.game}")
    deck = load(path)
    if deck.game != args.game:
        raise CommandError(f"{path} is a deck of {deck.game}, not of {args.game}. Give another --deck.")
    for problem in deck.problems(roster_of(args)):
        raise CommandError(f"{path}: {problem}")
    return deck


@contextmanager
def opened_pad(args: argparse.Namespace, stickers: Iterable[str] | None = None) -> Iterator[Taps]:
    """Connect to the board and return its pad; a twin's pad gets `stickers` laid on it, blank ones by default."""
    from hardware import profiles

    if args.port == TWIN:
        profile = profiles.load(args.profile or POCKET)
        with _twin_pad(args, profile, iter(stickers or (f"#{number}" for number in count(1)))) as pad:
            yield pad
    else:
        with _board_pad(args) as pad:
            yield pad


@contextmanager
def _board_pad(args: argparse.Namespace) -> Iterator[Taps]:
    from host.cli.board.session import session
    from host.cli.tags.board_pad import BoardPad, News
    from host.link import find

    where = find(args.port)
    if where is None:
        raise CommandError("No board is plugged in. Look with: deadfall board list. To try it without: --port twin")
    news = News()
    with session(where, listener=news.hear) as driver:
        profile = _profile_of(args, driver.link.caps.get("profile"))
        yield BoardPad(driver, profile, _pad_of(args, profile), news)


@contextmanager
def _twin_pad(args: argparse.Namespace, profile: Profile, stickers: Iterator[str]) -> Iterator[Taps]:
    from hardware.twin.client import start
    from host.cli.board.session import session
    from host.cli.tags.board_pad import News
    from host.cli.tags.twin_pad import TwinPad

    pad = _pad_of(args, profile)
    news = News()
    with start(args.profile or POCKET) as board, session(board.port, listener=news.hear) as driver:
        yield TwinPad(driver, profile, pad, news, board.control, stickers)


def _profile_of(args: argparse.Namespace, told: object) -> Profile:
    from hardware import profiles
    from host.cli.board.told import told_profile

    return profiles.load(args.profile) if args.profile else told_profile(told)


def _pad_of(args: argparse.Namespace, profile: Profile) -> Pad:
    try:
        return profile.pad_named(args.pad)
    except KeyError:
        names = ", ".join(pad.name for pad in profile.pads)
        known = f"its pads are {names}" if names else "it has none"
        raise CommandError(f"The table {profile.name} has no pad {args.pad!r}: {known}. Choose with --pad.") from None
