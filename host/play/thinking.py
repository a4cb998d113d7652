"""How house players come to an answer, whatever happens to the player that should give it.

A player that raises, takes too long or gives an answer that is refused is replaced by a weaker one, and at last legal
answers are tried in any order. The game goes on. The log says that a player failed; the details go to a logger of their
own that never writes to a screen, for the whole play is in them, and so are everybody's cards.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from engines.core import AnyPlay, Decision
from host.play.commands import Say
from host.play.companion import Companion
from host.play.house import Choose, stand_ins

Job = Callable[[int], None]
LIMIT_MS = 30_000  # how long a house player may think
RETRY_MS = 5_000  # how long to wait where nothing at all was accepted: the disk may be full
TRIES = 200  # legal answers that are tried
_SAMPLES = 20
DETAILS = f"{__name__}.details"  # the logger that hears everything: whoever wants that adds a handler
_log = logging.getLogger(__name__)
_details = logging.getLogger(DETAILS)
_details.propagate = False
_details.addHandler(logging.NullHandler())  # without any handler Python would write to stderr


class Thinking:
    """Has one house player after the other think in a thread of its own. Call ``look`` whenever anything has changed.

    Everything but the players runs in the game's thread; ``enqueue`` takes jobs for it.
    """

    def __init__(
        self, companion: Companion, choose: Choose, enqueue: Callable[[Job], None], limit_ms: int = LIMIT_MS
    ) -> None:
        self.due: int | None = None  # when ``look`` is needed though nothing has changed
        self._companion = companion
        self._choose = choose
        self._enqueue = enqueue
        self._limit_ms = limit_ms
        self._age = -1  # of the game that is being thought about
        self._players: Iterator[str] = iter(())
        self._thinker = ""
        self._ticket = 0  # of the player that thinks now: what others say comes too late

    def look(self, now: int) -> None:
        """Ask a house player if one is to answer, and replace one that takes too long."""
        decision = self._companion.to_choose
        if decision is None:
            self.due = None
            if self._companion.problem:
                self._age = -1  # what was answered could not be written: think again when there is room
            return
        if self._age != self._companion.age:
            self._age = self._companion.age
            self._players = iter(stand_ins(self._companion.players[decision.seat]))
            self._ask_next(decision, now)
        elif self.due is None:
            self.due = now + self._limit_ms  # the table was disturbed meanwhile
        elif now >= self.due:
            if self._thinker:
                fault(self._companion.play, decision, self._thinker, f"no answer within {self._limit_ms} ms")
            self._ask_next(decision, now)

    def _ask_next(self, decision: Decision, now: int) -> None:
        self._ticket += 1
        self._thinker = next(self._players, "")
        if not self._thinker:
            self.due = now + RETRY_MS
            answer_anyhow(self._companion, decision, now)
            return
        self.due = now + self._limit_ms
        about = (self._companion.play.clone(), decision, self._thinker, self._ticket)
        threading.Thread(target=self._decide, args=about, name="house player", daemon=True).start()

    def _decide(self, play: AnyPlay, decision: Decision, name: str, ticket: int) -> None:
        """Run one player, in its own thread."""
        text = ask(self._choose, play, decision, name)
        self._enqueue(lambda now: self._decided(ticket, decision, text, now))

    def _decided(self, ticket: int, decision: Decision, text: str, now: int) -> None:
        """Give the answer of a player, unless it comes too late or the table has changed meanwhile."""
        if ticket != self._ticket:
            return
        if self._companion.to_choose is None or self._companion.age != self._age:
            self._age = -1  # the table may have been disturbed only for a moment: think again
        elif not text or not answer(self._companion, decision, text, self._thinker, now):
            self._ask_next(decision, now)


def decide(companion: Companion, choose: Choose, decision: Decision, now: int) -> None:
    """Have a house player answer at once, in this thread."""
    for name in stand_ins(companion.players[decision.seat]):
        text = ask(choose, companion.play.clone(), decision, name)
        if text and answer(companion, decision, text, name, now):
            return
    answer_anyhow(companion, decision, now)


def ask(choose: Choose, play: AnyPlay, decision: Decision, name: str) -> str:
    """Return the answer of a player, or nothing if it has none; that is a fault."""
    try:
        text: object = choose(play, decision, name)
    except Exception as error:
        fault(play, decision, name, f"{type(error).__name__}: {error}", error)
        return ""
    if not isinstance(text, str) or not text:
        fault(play, decision, name, f"{text!r} is no answer")
        return ""
    return text


def answer(companion: Companion, decision: Decision, text: str, name: str, now: int) -> bool:
    """Give an answer for a house player's seat; return whether it was accepted, or cannot even be written."""
    age = companion.age
    companion.command(Say(text, companion.players[decision.seat]), now)
    if companion.age != age or companion.problem:
        return True
    fault(companion.play, decision, name, f"{text!r} was refused: {companion.picture.notice}")
    companion.complain("")  # a refusal may name a card that nobody else sees
    return False


def answer_anyhow(companion: Companion, decision: Decision, now: int) -> None:
    """Try legal answers until one is accepted."""
    rng = Random(companion.age)
    for text in islice(legal_answers(companion.play, decision, rng), TRIES):
        if answer(companion, decision, text, "anybody", now):
            return
    seat = companion.play.seats[decision.seat].capitalize()
    companion.complain(f"No answer of {seat} was accepted. Take back the last answer, or leave and resume the game.")


def legal_answers(play: AnyPlay, decision: Decision, rng: Random) -> Iterator[str]:
    """Yield legal answers in the game's notation: first some by chance, then all in order."""
    options = play.options(decision)
    told = set()
    for _ in range(_SAMPLES):
        choice = options.sample(rng)
        text = play.write(choice, decision)
        if text not in told:
            told.add(text)
            yield text
    yield from (text for choice in options.enumerate() if (text := play.write(choice, decision)) not in told)


def fault(play: AnyPlay, decision: Decision, name: str, problem: str, error: BaseException | None = None) -> None:
    """Log that a house player failed; tell the details what went wrong, and the play as ``game.restore`` takes it."""
    where = f"{name.capitalize()} failed at {decision.kind} for seat {decision.seat}"
    _log.error("%s. Another answer is taken, and the game goes on.", where)
    dump = json.dumps(play.game.dump(play), separators=(",", ":"))
    _details.error("%s: %s. The play: %s", where, problem, dump, exc_info=error)
