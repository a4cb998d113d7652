"""``deadfall ledger``: look at a ledger, and turn it into text and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from host.cli import ledger_health
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, add_group
from host.cli.table import table
from host.ledger import (
    EntryRow,
    Gap,
    Ledger,
    LedgerDamaged,
    LedgerError,
    PlayHead,
    export_lines,
    import_lines,
    mend,
)
from host.ledger.private import new_file
from host.ledger.public import SECRET, is_secret
from host.plain import plain

if TYPE_CHECKING:
    from host.table.privacy import Veil

_EXAMPLES = """\
  deadfall ledger show game.ledger                         what was understood, how surely, and what came of it
  deadfall ledger health game.ledger                       how well each tile and pad did
  deadfall ledger export game.ledger --out game.jsonl      all of it as text
  deadfall ledger export game.ledger --public              only what everybody may know
  deadfall ledger import game.jsonl copy.ledger            and back
  deadfall ledger mend game.ledger copy.ledger             a copy of a damaged ledger, good up to the damage
"""

_EXPORT = """\
Write a whole ledger as JSON Lines: a header, then a line for each board, run, fact, gap, input and entry. Equal ledgers
give equal text. What only one player may know is in it, too; of a game that is not over, it is therefore made only
with --all. With --public all that is left out: what private pads read, what only some have seen, what was typed, the
position in which the game began. Such a file is for looking at, and cannot be imported."""

_IMPORT = """\
Make a new ledger out of an export. Every line is checked; the first that cannot be is named, and then nothing is
made."""

_MEND = """\
Make a copy of a damaged ledger that is good up to where the damage begins: resume the game from there, or replay it.
The damaged file stays as it is."""

_SHOW = """\
List what was understood, line by line, with what the rules made of it. Lines that were taken back are marked; what only
some players have seen is not told. Of a damaged ledger the lines before the damage are listed."""

GAPS_SHOWN = 10
_HEADS = ("line", "time", "seat", "what", "sure", "why")


def add(subparsers: Subparsers) -> None:
    """Add the group and its commands."""
    commands = add_group(subparsers, "ledger", summary="look at the record of a game", examples=_EXAMPLES)
    show = add_command(
        commands,
        "show",
        run_show,
        summary="what was understood, and what came of it",
        description=_SHOW,
        examples=_EXAMPLES,
    )
    show.add_argument("file", type=Path, metavar="FILE", help="the ledger")
    ledger_health.add(commands, _EXAMPLES)
    export = add_command(
        commands, "export", run_export, summary="write it as JSON Lines", description=_EXPORT, examples=_EXAMPLES
    )
    export.add_argument("file", type=Path, metavar="FILE", help="the ledger")
    export.add_argument("--out", type=Path, metavar="X.jsonl", help="a new file (default: standard output)")
    what = export.add_mutually_exclusive_group()
    what.add_argument("--public", action="store_true", help="leave out what only some players may know")
    what.add_argument("--all", action="store_true", help="write all of it, also while the game is not over")
    import_ = add_command(
        commands, "import", run_import, summary="read it from JSON Lines", description=_IMPORT, examples=_EXAMPLES
    )
    import_.add_argument("source", type=Path, metavar="X.jsonl", help="what was exported")
    import_.add_argument("file", type=Path, metavar="FILE", help="the new ledger")
    mending = add_command(
        commands, "mend", run_mend, summary="copy what is good of it", description=_MEND, examples=_EXAMPLES
    )
    mending.add_argument("file", type=Path, metavar="FILE", help="the damaged ledger")
    mending.add_argument("copy", type=Path, metavar="COPY", help="the new ledger")


def run_export(args: argparse.Namespace) -> int:
    """Write a ledger as text."""
    with opened(args.file) as ledger:
        hide = _veil(ledger).hide if args.public else None
        if not (args.public or args.all or _is_over(ledger)):
            raise CommandError(
                "This game is not over, and an export would tell what only one player may know. "
                "Add --public to leave that out, or --all if everybody agrees."
            )
        if args.out is None:
            export_lines(ledger, sys.stdout.buffer, hide)
            return 0
        try:
            with new_file(args.out) as sink:
                count = export_lines(ledger, sink, hide)
        except FileExistsError as error:
            raise CommandError(f"{args.out} is there already. Choose another name for --out.") from error
        except OSError as error:
            raise CommandError(f"{args.out} cannot be written ({error.strerror}). Choose another --out.") from error
    print(plain(f"{args.out}: {count:,} lines"))
    return 0


def _veil(ledger: Ledger) -> Veil:
    """What hides the private pads of the game's table; if its profile cannot be had, all pads are private."""
    from hardware import profiles
    from host.table.privacy import Veil

    head = ledger.head()
    try:
        return Veil(profiles.load(head.profile) if head else None)
    except profiles.ProfileError:
        return Veil(None)


def _is_over(ledger: Ledger) -> bool:
    """Tell whether the game has ended, or none has begun."""
    last = [event for row in list(ledger.live())[-1:] for event in ledger.events(row.id)]
    return ledger.head() is None or any(event.get("event") == "GameEnded" for event in last)


def run_import(args: argparse.Namespace) -> int:
    """Make a ledger out of text."""
    try:
        with args.source.open("rb") as source:
            count = import_lines(source, args.file)
    except OSError as error:
        raise CommandError(f"{args.source} cannot be read ({error.strerror}). Check its name.") from error
    print(plain(f"{args.file}: a ledger of {count:,} lines"))
    return 0


def run_mend(args: argparse.Namespace) -> int:
    """Copy what is good of a damaged ledger."""
    mended = mend(args.file, args.copy)
    print(plain(f"{args.file} is damaged at {mended.where}."))
    counts = f"{_counted(mended.lines, 'lines')} and {_counted(mended.facts, 'facts')}"
    print(plain(f"{args.copy}: what stands before that, {counts}"))
    return 0


def run_show(args: argparse.Namespace) -> int:
    """List the entries of a ledger; of a damaged one, those before the damage."""
    try:
        with opened(args.file) as ledger:
            _show(ledger)
    except LedgerDamaged:
        with suppress(LedgerError), TemporaryDirectory(prefix="deadfall-") as folder:
            mend(args.file, Path(folder) / "good.ledger")
            with Ledger.read(Path(folder) / "good.ledger") as ledger:
                _show(ledger)
                sys.stdout.flush()
        raise
    return 0


def _show(ledger: Ledger) -> None:
    print(_summary(ledger))
    entries = list(ledger.entries())
    if entries:
        print()
        print(_listing(ledger, entries))


def opened(path: Path) -> Ledger:
    """Open a ledger to read it."""
    if not path.is_file():
        raise CommandError(f"There is no ledger {path}. Check its name.")
    return Ledger.read(path)


# ---- in words ------------------------------------------------------------------------------------------------


def _summary(ledger: Ledger) -> str:
    counts = ledger.counts()
    told = ", ".join(_counted(counts[name], name) for name in ("facts", "gaps", "inputs"))
    head = ledger.head()
    if head is None:
        gaps = list(ledger.gaps())
        return "\n".join((f"No game has begun in this ledger: {told}.", *_gaps(gaps, gaps[0].at if gaps else 0)))
    begun = f"{plain(head.game)} on {plain(head.profile)}, begun {_date(head.created)}"
    return "\n".join((begun, _who(head), told, *_gaps(list(ledger.gaps()), head.created)))


def _gaps(gaps: Sequence[Gap], start: int) -> Iterator[str]:
    """Yield a line for each stretch of facts that never came, and why."""
    for gap in gaps[:GAPS_SHOWN]:
        if gap.last is None:
            told = "the board started anew; what it had not told by then is unknown"
        else:
            count = _counted(gap.last - gap.first + 1, "facts")
            told = f"{count} ({gap.first} to {gap.last}) lost, because the board ran out of room before they were read"
        yield f"gap at {_clock(gap.at - start)}: {told}"
    if len(gaps) > GAPS_SHOWN:
        yield f"and {len(gaps) - GAPS_SHOWN} more gaps"


def _counted(count: int, name: str) -> str:
    return f"{count:,} {name if count != 1 else name[:-1]}"


def _date(ms: int) -> str:
    try:
        return f"{datetime.fromtimestamp(ms / 1000).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "at a time that no calendar has"


def _who(head: PlayHead) -> str:
    return ", ".join(f"{_seat(head.game, seat)}: {plain(name)}" for seat, name in enumerate(head.players))


def _listing(ledger: Ledger, entries: Sequence[EntryRow]) -> str:
    """Return a table of the entries; what each one caused stands under it."""
    head, live = ledger.head(), {row.id for row in ledger.live()}
    game, start = (head.game, head.created) if head else ("", 0)
    caused = {row.id: ledger.events(row.id) for row in entries}
    cells = [_cells(row, caused[row.id], game, start) for row in entries]
    heads, *lines = table(_HEADS, cells).splitlines()
    found = [heads]
    is_told = any("told" in event for events in caused.values() for event in events)
    for row, line in zip(entries, lines, strict=True):
        is_gone = row.kind != "takeback" and row.id not in live
        found.append(f"{line}  (taken back)" if is_gone else line)
        effects = _told(caused[row.id]) if is_told else _effects(caused[row.id])
        found += [f"        {effect}" for effect in effects]
    return "\n".join(found)


def _cells(row: EntryRow, events: Sequence[Mapping[str, Any]], game: str, start: int) -> tuple[str, ...]:
    seat = "" if row.seat is None else _seat(game, row.seat)
    who = f"{seat} ({plain(row.by)})" if row.by else seat
    what = SECRET if is_secret(row.entry, events) else _what(row)
    return (str(row.id), _clock(row.at - start), who, what, f"{row.confidence} %", plain(_reason(row)))


def _clock(ms: int) -> str:
    """Return a time since the beginning.

    >>> _clock(3_723_400)
    '1:02:03'
    """
    seconds = max(0, ms) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _seat(game: str, seat: int) -> str:
    names = _seats(game)
    return names[seat] if seat < len(names) else f"seat {seat + 1}"


@cache
def _seats(game: str) -> tuple[str, ...]:
    """Return what a game calls its seats; of a game that this Deadfall does not know, nothing."""
    import engines

    return engines.load(game).seats if game in engines.games() else ()


def _what(row: EntryRow) -> str:
    if row.kind == "takeback" and not row.text:
        return f"go to behind entry {row.keep} of those that held"
    return plain(row.text or row.kind)


def _reason(row: EntryRow) -> str:
    others = [text for text in row.candidates if text != row.text]
    return f"{row.why} (not: {', '.join(others)})" if others else row.why


def _told(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what the game itself said of each event that everybody may know of."""
    for event in events:
        if event.get("seen_by") is None and isinstance(event.get("told"), str):
            yield plain(event["told"])


def _effects(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield each event that everybody may know of, in words."""
    for event in events:
        if event.get("seen_by") is None:
            told = ", ".join(_field(name, value) for name, value in event.items() if _is_told(name, value))
            reason = ", ".join(str(event[name]) for name in ("cause", "rule") if event.get(name))
            yield plain(f"{event.get('event', '?')}: {told}" + (f" ({reason})" if reason else ""))


def _is_told(name: str, value: Any) -> bool:
    return name not in ("event", "seen_by", "cause", "rule") and value is not None and value is not False


def _field(name: str, value: Any) -> str:
    """Return a field of an event in words.

    >>> _field("ship", "ship-1"), _field("is_new", True), _field("cells", ["e1", "f1"])
    ('ship ship-1', 'is new', 'cells e1 f1')
    """
    if value is True:
        return name.replace("_", " ")
    return f"{name} {' '.join(map(str, value)) if isinstance(value, list) else value}"
