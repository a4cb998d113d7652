"""Cards at the pads of one game: what was held to them since something was asked, and what lies on benches.

State beats events: what lies on a pad counts once it has lain there, or been away, for a while. Where somebody said
otherwise, or the rules took a card away, a pad means nothing until it changes. What was learned of tags and pads is
noted in the ledger, so that a program that is started again knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from host.ledger import InputRow
from host.play.commands import Lay, Show, from_json
from host.play.rows import REMEMBERS
from host.stage.heard import Lying, Shown

Policy = Literal["every", "needed", "none"]
Hurry = Literal["patient", "no", "lain", "all"]
EVERY: Policy = "every"
NEEDED: Policy = "needed"
NONE: Policy = "none"
PUT_MS = 400  # a card that lies on a pad for so long was put there
LIFTED_MS = 4500  # one that is away for so long was taken: it may only be looked at
SHOWS = "shows"  # what was held to pads, in a note of what was learned
BACK_MS = 900  # one that was put back is read again by then: the board looks there often, and may miss it often


class _Lie(NamedTuple):
    card: str
    tag: str
    at: int


class Tapping:
    """Remembers for one game. ``policy`` is how many cards people want to tap."""

    def __init__(self) -> None:
        self.policy: Policy = NEEDED
        self.shows: list[Shown] = []
        self._tokens: dict[str, int] = {}  # which card a tag was when it was read last
        self._lies: dict[str, _Lie] = {}
        self._overruled: set[str] = set()
        self._slots: Mapping[str, int] = {}  # what the rules have on the pads
        self._before: dict[str, _Lie] = {}  # what lay on pads that are empty now
        self._arranger: int | None = None  # whose bench means something,
        self._since = 0  # and since when; or since when the board is there again
        self._lost_at: int | None = None  # since when no board tells anything
        self._distrusted: dict[str, _Lie] = {}  # what lay on overruled pads when the program ended
        self._noted_shows: dict[str, Any] = {}  # what the ledger has of these
        self._noted_tokens: dict[str, int] = {}
        self._noted_overruled: set[str] = set()

    # ---- held to a pad ---------------------------------------------------------------------------------------------

    def show(self, command: Show) -> list[Shown]:
        """Take a card that was held to a pad; return all since something was asked."""
        others = frozenset(self._tokens.values()) if command.tag else frozenset()
        self.shows.append(Shown(command.name, command.pad, self.token(command.tag), others))
        return self.shows

    def token(self, tag: str) -> int:
        """Return which card a tag was when it was read last, -1 if it was not."""
        return self._tokens.get(tag, -1) if tag else -1

    def bind(self, tag: str, token: int) -> None:
        """A tag was read: it is this card. Which of two copies is which nobody can tell: they change places.

        If none was read, a card was only named, and may be another copy than the one whose tag was read before.
        """
        if token < 0:
            return
        before = self._tokens.get(tag, -1)
        for other, known in self._tokens.items():
            if known == token:
                self._tokens[other] = before
        if tag:
            self._tokens[tag] = token

    def settle(self, token: int) -> None:
        """The card that was shown last is this one."""
        if self.shows and token >= 0:
            self.shows[-1] = self.shows[-1]._replace(token=token)

    def forget(self) -> None:
        """Something else is asked: what was shown before has had its say."""
        self.shows.clear()

    # ---- lying on a pad --------------------------------------------------------------------------------------------

    def lay(self, command: Lay, now: int) -> None:
        """What lies on a pad has changed, or is told after a start; a pad that cannot tell says nothing."""
        self._overruled.discard(command.pad)
        self._noted_overruled.discard(command.pad)
        distrusted = self._distrusted.pop(command.pad, None)
        if distrusted is not None and command.is_known and distrusted[:2] == (command.card, command.tag):
            self._overruled.add(command.pad)
        before = self._lies.get(command.pad)
        if before is not None and before.card and not command.card:
            self._before[command.pad] = before
        if command.is_known:
            self._lies[command.pad] = _Lie(command.card, command.tag, now)
        else:
            self._lies.pop(command.pad, None)

    def expect(self, slots: Mapping[str, int], *, is_read: bool) -> None:
        """The rules have these cards on the pads. ``is_read``: the pads have told that themselves."""
        if not is_read:
            self.overrule(pad for pad, token in slots.items() if token != self._slots.get(pad, token))
        self._slots = slots

    def arrange(self, seat: int | None, now: int) -> None:
        """A seat may arrange its bench now: who looked at a card before that may not have put it back yet."""
        if seat is not None and seat != self._arranger:
            self._since = now
        self._arranger = seat

    def connect(self, is_linked: bool, now: int) -> None:
        """The board is there, or not: what has gone meanwhile, or come back, it tells only later."""
        if not is_linked:
            self._lost_at = now if self._lost_at is None else self._lost_at
        elif self._lost_at is not None:
            self._lost_at, self._since = None, now

    def overrule(self, pads: Iterable[str]) -> None:
        """These pads mean nothing until they change."""
        self._overruled.update(pads)

    def steady(self, now: int, hurry: Hurry = "no") -> dict[str, Lying]:
        """Return what lies on the pads that are believed.

        In a hurry also what has just come: cards that lie there, or even that none does any more. Who is patient
        believes only cards that lie there: one that is away may come back. A card lies where it was read first: what
        lies askew may be heard by the next pad too.
        """
        first = {lie.tag: pad for pad, lie in sorted(self._lies.items(), key=_latest_first)}
        return {
            pad: Lying(lie.card, self.token(lie.tag))
            for pad, lie in self._lies.items()
            if pad not in self._overruled and (lie.card or hurry != "patient")
            if not lie.tag or first[lie.tag] == pad
            if hurry in self._hurries(lie) or self._is_believed(lie, now)
        }

    def _hurries(self, lie: _Lie) -> tuple[Hurry, ...]:
        """Return who believes at once that this lies there; that none does, nobody while the board is away."""
        if lie.card:
            return "lain", "all"
        return ("all",) if self._lost_at is None else ()

    def _is_believed(self, lie: _Lie, now: int) -> bool:
        return (now if self._lost_at is None else min(now, self._lost_at)) >= self._believed_at(lie)

    def gone(self, now: int) -> dict[str, Lying]:
        """Return what has left a pad so lately that it may be back there without being read yet."""
        there = {lie.tag for lie in self._lies.values() if lie.tag}
        return {
            pad: Lying(self._before[pad].card, self.token(self._before[pad].tag))
            for pad, lie in self._lies.items()
            if not lie.card and pad in self._before and self._before[pad].tag not in there
            if pad not in self._overruled and now < self._believed_at(lie) + BACK_MS
        }

    def _believed_at(self, lie: _Lie) -> int:
        return lie.at + PUT_MS if lie.card else max(lie.at, self._since) + LIFTED_MS

    def bind_slots(self, pads: Iterable[str]) -> None:
        """Rules and pads agree about these: remember the tags."""
        for pad in pads:
            self.bind(self._lies[pad].tag, self._slots.get(pad, -1))

    def due(self, now: int) -> int | None:
        """Return when a pad has been as it is for long enough, if that is to come."""
        if self._lost_at is not None:
            return None
        times = [self._believed_at(lie) for pad, lie in self._lies.items() if pad not in self._overruled]
        return min((time for time in times if time > now), default=None)

    # ---- over a restart --------------------------------------------------------------------------------------------

    def learned(self, line: int) -> dict[str, Any]:
        """Return what the ledger, which has so many lines, does not have yet of this; empty if there is nothing."""
        tags = {tag: token for tag, token in self._tokens.items() if self._noted_tokens.get(tag) != token}
        found: dict[str, Any] = {"tags": tags} if tags else {}
        if self._overruled != self._noted_overruled:
            found["overruled"] = sorted(self._overruled)
        if (shows := self._written(line)) != self._noted_shows:
            found[SHOWS] = shows
        return found

    def noted(self, line: int) -> None:
        """What was learned is in the ledger."""
        self._noted_tokens, self._noted_overruled = dict(self._tokens), set(self._overruled)
        self._noted_shows = self._written(line)

    def recall(self, inputs: Iterable[InputRow], line: int) -> None:
        """Take up what was learned before the program was started again; the ledger has so many lines now."""
        noted: Any = {}
        for row in inputs:
            if row.kind == "learned":
                self._learn(row.data)
                noted = row.data.get(SHOWS, noted)
            elif row.kind == "resumed":
                self._start_again(is_known=bool(row.data.get(REMEMBERS)))
            elif row.kind == "command" and row.data.get("do") == "lay":
                command = from_json(row.data)
                assert isinstance(command, Lay)
                self.lay(command, row.at)
        self._start_again(is_known=True)
        self.shows = self._read_shows(noted, line)
        self.noted(line)

    def _written(self, line: int) -> dict[str, Any]:
        """Return what was held to pads since something was asked, for the ledger, which has so many lines."""
        held = [[shown.name, shown.pad, shown.token] for shown in self.shows]
        return {"held": held, "line": line} if held else {}

    def _read_shows(self, noted: Any, line: int) -> list[Shown]:
        """Return what was written of that, unless the ledger has more lines now: then something else is asked."""
        if not isinstance(noted, Mapping) or noted.get("line") != line or not isinstance(noted.get("held"), list):
            return []
        others = frozenset(self._tokens.values())
        rows = [row for row in noted["held"] if _is_shown(row)]
        return [Shown(name, pad, token, others - {token}) for name, pad, token in rows]

    def _learn(self, data: Mapping[str, Any]) -> None:
        """Take what ``learned`` has written."""
        tags, pads = data.get("tags"), data.get("overruled")
        if isinstance(tags, dict):
            self._tokens.update({tag: token for tag, token in tags.items() if type(token) is int})
        if isinstance(pads, list):
            self._overruled = {pad for pad in pads if isinstance(pad, str)}

    def _start_again(self, *, is_known: bool) -> None:
        """The program starts: pads have to tell anew what lies on them, and older programs knew nothing else either."""
        self._distrusted.update({pad: lie for pad, lie in self._lies.items() if pad in self._overruled})
        self._overruled.clear()
        self._lies.clear()
        self._before.clear()
        if not is_known:
            self._tokens.clear()
            self._distrusted.clear()


def _is_shown(row: Any) -> bool:
    return isinstance(row, list) and list(map(type, row)) == [str, str, int]


def _latest_first(item: tuple[str, _Lie]) -> int:
    return -item[1].at
