"""Tag after tag on one pad: the loop that all who work with taps share. The pad's light says when to lift and put."""

from __future__ import annotations

from collections.abc import Callable

from host.tags.taps import Lifted, Seen, TapError, Taps, Trouble
from host.tags.writing import WriteError

WAIT_S = 0.5
Say = Callable[[str], None]


def each_tag(taps: Taps, is_done: Callable[[], bool], take: Callable[[Seen], None], say: Say) -> None:
    """Have `take` called for each tag until `is_done`; what goes wrong with one is said, and the next may come."""
    taps.ask("put")
    while not is_done():
        tap = taps.wait(WAIT_S)
        if isinstance(tap, Lifted):
            taps.ask("put")
        elif isinstance(tap, Trouble):
            say(tap.sentence)
        elif isinstance(tap, Seen):
            taps.ask("hold")
            try:
                take(tap)
            except (TapError, WriteError) as error:
                say(str(error))
            taps.ask("take")
