"""What is wrong with a board, in sentences: each is said once in a session and stands until the session ends."""

from __future__ import annotations

from collections.abc import Callable

from host.link.pads import Layout

UPDATE = "Update the board's firmware; if it is the newest, report this together with the log."
RESTART = "Unplug the board and plug it in again, so that it starts a new run."
MOST = 32  # different topics in a session; a board that is wrong about more is not worth more words


class Complaints:
    """Passes on one sentence for each topic. ``standing`` are those of this session, oldest first."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._said: dict[str, str] = {}

    @property
    def standing(self) -> tuple[str, ...]:
        """What was said in this session."""
        return tuple(self._said.values())

    def has(self, topic: str) -> bool:
        """Whether something was said about that in this session."""
        return topic in self._said

    def forget(self) -> None:
        """A session begins."""
        self._said.clear()

    def say(self, topic: str, sentence: str) -> None:
        """Say what is wrong, unless something was said about that topic already."""
        if topic not in self._said and len(self._said) < MOST:
            self._said[topic] = sentence
            self._tell(sentence)


def wrong_length(layout: Layout, found: int) -> str:
    """The state has another length than the capabilities give it."""
    return (
        f"The board describes itself with {_described(layout)}, so its state should have {layout.size} bytes, but it "
        f"has {found}. Nothing is concluded from it. {UPDATE}"
    )


def senseless_state() -> str:
    """A snapshot has a tile, a pad or a tag that there cannot be."""
    return f"The board's snapshot is no state that a table can have. Nothing is concluded from it. {UPDATE}"


def misplaced(what: str, layout: Layout) -> str:
    """A fact names something that the board does not have."""
    return f"The board tells of {what}, but describes itself with {_described(layout)}. {UPDATE}"


def senseless_fact(what: str, data: bytes) -> str:
    """A fact says something that cannot be."""
    return f"The board says {data.hex() or 'nothing'} of {what}, which makes no sense. {UPDATE}"


def wrong_digest() -> str:
    """The digest differs from the state again and again."""
    return (
        "The checksum that the board reports does not fit the state that it tells, so nobody knows which is true. "
        f"{UPDATE}"
    )


def no_snapshot() -> str:
    """The state was asked for again and again, and never came."""
    return f"The board was asked for its whole state and did not give it. {UPDATE}"


def withheld(head: int, reached: int) -> str:
    """The board says that there are events, and does not send them."""
    return f"The board says that it has events up to {head - 1}, but sends none from {reached} on. {UPDATE}"


def too_many_events() -> str:
    """The numbers of the wire are used up."""
    return f"The board counts its events beyond what the wire can number. {RESTART}"


def impossible_pong(tail: int, head: int, reached: int) -> str:
    """A PONG contradicts what was told before."""
    return (
        f"The board says that its events go from {tail} to below {head}, while those below {reached} were taken "
        f"already: that cannot be. {RESTART}"
    )


def wrong_echo() -> str:
    """PONG after PONG echoes a time that was never sent."""
    return f"The board answers the heartbeat with times that it was not sent. {UPDATE}"


def odd_frames() -> str:
    """Frame after frame passes its checksum and makes no sense."""
    return f"The board sends frame after frame that makes no sense. {UPDATE}"


def _described(layout: Layout) -> str:
    counts = ((layout.tiles, "tile"), (layout.buttons, "byte of buttons"), (layout.pads, "pad"))
    tiles, buttons, pads = (f"{count} {_plural(noun) if count != 1 else noun}" for count, noun in counts)
    return f"{tiles}, {buttons} and {pads}"


def _plural(noun: str) -> str:
    return noun.replace("byte", "bytes") if noun.startswith("byte") else f"{noun}s"
