"""One step of a game after the other: what reaches the game and all that it causes are written together, or not at all.

If a step cannot be written, the game goes back to what its ledger holds and says why. Facts and news of the board that
arrive meanwhile wait. When there is room again, the game is resumed as a new program would resume it, and the ledger
says so. A replay therefore finds the same game.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from host.ledger import Ledger, LedgerError, Unwritten

RETRY_MS = 2_000  # after which a full disk is tried again
BROKEN = "Something went wrong. The game goes on from what was written last."

_log = logging.getLogger(__name__)

Job = Callable[[], None]
Restart = Callable[[int], None]
Resume = Callable[[int, str], None]


class Step(NamedTuple):
    """Something that reaches the game; ``fact`` is the id of the last fact that it takes, 0 if it takes none."""

    job: Job
    fact: int = 0


class Steps:
    """Carries out the steps of one game.

    ``resume`` takes the game up again and writes that down, and if it is told why, without what the table shows;
    ``go_back`` makes it what is written, and writes nothing.
    ``problem`` says why nothing can be written now; it is empty if all is well. ``taken`` is the last fact that was
    taken, ``starts`` counts how often the game was resumed.
    """

    def __init__(self, ledger: Ledger, resume: Resume, go_back: Restart) -> None:
        self.problem = ""
        self.starts = 0
        self.taken = ledger.last_fact()
        self._ledger = ledger
        self._resume = resume
        self._go_back = go_back
        self._waiting: deque[Step] = deque()
        self._retry_at = 0

    @property
    def due(self) -> int | None:
        """When to try again, or None."""
        return self._retry_at if self.problem else None

    def do(self, job: Job, now: int) -> bool:
        """Carry out one step, and tell whether it was written; if it cannot be, it is forgotten."""
        return not self.problem and self._do(Step(job), now)

    def do_or_wait(self, job: Job, now: int, fact: int = 0) -> None:
        """Carry out one step, now or as soon as it can be written."""
        step = Step(job, fact)
        if self.problem or not self._do(step, now):
            self._waiting.append(step)

    def _do(self, step: Step, now: int) -> bool:
        try:
            with self._ledger.together():
                step.job()
        except Unwritten as error:
            self._stop(str(error), now, now + RETRY_MS)
            return False
        except Exception:
            self.taken = max(self.taken, step.fact)  # it would fail again
            self._stop(BROKEN, now, now)
            raise
        self.taken = max(self.taken, step.fact)
        return True

    def go_on(self, now: int) -> bool:
        """Resume the game if something could not be written; tell whether steps can be carried out now."""
        if not self.problem:
            return True
        try:
            self._take_up(now)
        except LedgerError as error:
            self._stop(str(error), now, now + RETRY_MS)
            return False
        except Exception:
            self._stop(BROKEN, now, now + RETRY_MS)
            raise
        self.problem = ""
        self.starts += 1
        while self._waiting and not self.problem:
            step = self._waiting.popleft()
            if not self._do(step, now):
                self._waiting.appendleft(step)
        return not self.problem

    def _take_up(self, now: int) -> None:
        """Resume the game; if what the table shows is what fails, without that, so that people can do something."""
        try:
            with self._ledger.together():
                self._resume(now, "")
        except LedgerError:
            raise
        except Exception as error:
            _log.exception("The game could not be resumed with what the table shows")
            with self._ledger.together():
                self._resume(now, f"{type(error).__name__}: {error}")

    def _stop(self, problem: str, now: int, retry_at: int) -> None:
        self.problem, self._retry_at = problem, retry_at
        self._go_back(now)
