"""A link that is watched: a driver, its ledger, and what they told in words and numbers."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from hardware.profiles.model import Profile
from host.cli.monitor.demo import DEMOS
from host.cli.monitor.pad_words import shown_pads
from host.cli.monitor.view import Entry, LinkView
from host.cli.monitor.words import Words
from host.ledger import Ledger
from host.link import DARK, LIVE, RGB, Driver, Happening, PadView, Scene, wall_clock

KEPT = 200  # lines of what happened
RATE_MS = 2000  # the window in which facts per second are counted


class Watch:
    """One board under observation. The listener runs in the link's thread and only queues."""

    def __init__(
        self, where: str, profile: Profile, ledger: Ledger, *, runtime: str = "", reveals: bool = False
    ) -> None:
        self.profile = profile
        self.ledger = ledger
        self.runtime = runtime
        self.clock = wall_clock()
        self.log: deque[Entry] = deque(maxlen=KEPT)
        self.driver = Driver(where, ledger, listener=self._hear)
        self.demo = next(iter(DEMOS))
        self._words = Words(profile, reveals=reveals, pads=lambda: self.driver.link.pads)
        self._reveals = reveals
        self._heard: deque[Happening] = deque()
        self._scene: Scene = DARK
        self._counts: deque[tuple[int, int]] = deque()

    @property
    def state(self) -> bytes:
        """What the host believes: a byte for each tile, then the buttons."""
        return self.driver.link.state

    @property
    def pads(self) -> Sequence[PadView]:
        """What lies on the pads; which card it is on a private one only if that is wished."""
        return shown_pads(self.profile, self.driver.link.pads, reveals=self._reveals)

    @property
    def is_consistent(self) -> bool:
        """Whether the whole state of the board is known."""
        link = self.driver.link
        size = self.profile.tile_bytes + self.profile.button_bytes
        return link.is_whole and bool(link.caps) and len(link.state) >= size

    def tick(self) -> None:
        """Put what was heard into words, and have the lights follow the table."""
        now = self.clock()
        while self._heard:
            self.log.extend(self._words.entries(self._heard.popleft(), now))
        self._counts.append((now, self.driver.link.statistics.facts))
        while now - self._counts[0][0] > RATE_MS:
            self._counts.popleft()
        if self.is_consistent:
            self._show(DEMOS[self.demo](self.profile, self.state))

    def next_demo(self) -> str:
        """Go on to the next scene of lights; return its name."""
        names = list(DEMOS)
        self.demo = names[(names.index(self.demo) + 1) % len(names)]
        return self.demo

    def say(self, text: str) -> None:
        """Add a line of our own."""
        self.log.append(Entry(self.clock(), text))

    def wished_base(self) -> Sequence[RGB]:
        """The lights that should stand still."""
        return self._scene.base

    def wished_lights(self) -> list[RGB]:
        """What the lights should show, without the effects' movement: for a board whose lights nobody can read."""
        colours = list(self._scene.base)
        for slot in sorted(self._scene.effects):
            effect = self._scene.effects[slot]
            for light in effect.lights:
                colours[light] = effect.colour
        return colours

    def link_view(self) -> LinkView:
        """The link in numbers and words."""
        link, statistics = self.driver.link, self.driver.link.statistics
        return LinkView(
            phase=link.phase,
            uid=link.uid,
            firmware=link.banner.firmware if link.banner else "",
            profile=str(link.caps.get("profile", "")) if link.phase == LIVE else "",
            runtime=self.runtime,
            port=self.driver.where,
            next_seq=link.next_seq,
            rtt=statistics.rtt_last,
            rate=self._rate(),
            gaps=statistics.gaps,
            resends=statistics.resends_asked,
            sessions=statistics.sessions,
            ledger=_short(self.ledger.path),
        )

    def _rate(self) -> float:
        if len(self._counts) < 2:
            return 0.0
        (since, before), (now, facts) = self._counts[0], self._counts[-1]
        return 1000 * (facts - before) / max(1, now - since)

    def _show(self, scene: Scene) -> None:
        if scene != self._scene:
            self._scene = scene
            self.driver.show(scene)

    def _hear(self, happening: Happening) -> None:
        self._heard.append(happening)


class LogLines(logging.Handler):
    """Log records become lines of the list: on stderr they would tear the picture."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record."""
        self._watch.say(f"log: {record.getMessage()}")


def _short(path: Path) -> str:
    """Return a path with ~ for the home folder."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)
