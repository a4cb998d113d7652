"""Whole games through the whole chain: hands, magnets, firmware, link, table, referee, rules; the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal

import engines
from engines import players
from engines.core import AnyGame
from engines.saw.game import Saw
from hardware.twin.board import RuntimeName, Twin
from host import games
from host.figures import percentile
from host.ledger import Ledger
from host.link import Link, Stepped
from host.play import opening
from host.play.house import PERSON
from host.play.stepped import SteppedTable
from host.soak.human.habits import Habit, Habits, habits_in
from host.soak.human.levels import Level
from host.soak.human.person import Person
from host.soak.human.saw import SawWays
from host.soak.human.saw_person import SawPerson
from host.soak.human.saw_world import SawWorld
from host.soak.human.ways import Ways
from host.soak.human.world import World
from host.soak.plants import Plant, PlantName
from host.soak.room import StagedRoom, disturb
from host.soak.saw_room import SawRoom
from host.soak.saw_watcher import SawWatcher
from host.soak.watcher import Watcher
from host.soak.watching import Tally

START_MS = 1_000
NAMED_MS = 30_000  # by then what is broken has to be named
KILL_MS = 3_000  # an answer takes about so long: the program is killed at some moment of it
HOUSE = players.APPRENTICE
DriverName = Literal["stepped", "paced"]
DRIVERS: tuple[DriverName, ...] = ("stepped", "paced")
Progress = Callable[[int], None]


@dataclass
class RefereeResult:
    """What came of it. ``unrecovered``: the table got stuck, and the game was left."""

    answers: int = 0
    games: int = 0
    unrecovered: int = 0
    finished: int = 0
    unnamed: int = 0  # planted faults that showed for long, and were not named
    restarts: int = 0  # how often the program was killed and started again
    tally: Tally = field(default_factory=Tally)
    seed: int = 0
    settings: dict[str, object] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what is no failure, and yet not as it should be
    kept: list[Path] = field(default_factory=list)  # ledgers of games in which something went wrong
    is_stopped: bool = False
    habits: tuple[Habit, ...] = ()  # those of the people at this table

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        tally = self.tally
        return {
            **self.settings,
            "answers": self.answers,
            "games": self.games,
            "wrong": tally.wrong,
            "unrecovered": self.unrecovered,
            "questions": tally.questions,
            "avoidable_questions": tally.avoidable,
            "back_questions": tally.back,
            "lone_questions": tally.lone,
            "false_alarms": tally.false_alarms,
            "amended": tally.amended,
            "insisted": tally.insisted,
            "slips": tally.slips,
            "unsignalled": tally.unsignalled,
            "misnamed": tally.misnamed,
            "finished": self.finished,
            **{f"habit_{habit.replace('-', '_')}": tally.habits[habit] for habit in self.habits},
            **self._planted(),
            **({"restarts": self.restarts} if self.restarts else {}),
            "commit_ms_p50": round(percentile(tally.commit_ms, 0.5)),
            "commit_ms_p95": round(percentile(tally.commit_ms, 0.95)),
            "open_ms_p95": round(percentile(tally.open_ms, 0.95)),
            "signal_ms_p95": round(percentile(tally.signal_ms, 0.95)),
            "seed": self.seed,
        }

    def _planted(self) -> dict[str, object]:
        if "plant" not in self.settings:
            return {}
        took = self.tally.named_ms
        return {"named": len(took), "named_ms_max": round(max(took, default=0)), "unnamed": self.unnamed}

    @property
    def is_good(self) -> bool:
        """Every answer was understood as it was meant, no question was empty, and no sound sensor was called broken."""
        return not (self.tally.wrong or self.unrecovered or self.tally.lone or self.tally.misnamed or self.unnamed)


class RefereeSoak:
    """Plays games at a simulated table until enough answers were given: one at random, the next as good players do.

    The ledgers of games in which something went wrong stay in ``folder``; with ``keeps_all`` those of all games.
    """

    def __init__(
        self,
        game: str,
        profile: str,
        seed: int,
        folder: Path,
        level: Level,
        *,
        driver: DriverName = "stepped",
        runtime: RuntimeName = "cpython",
        keeps_all: bool = False,
        plant: PlantName | None = None,
        answers_per_kill: int = 0,
    ) -> None:
        self._game: AnyGame = engines.load(game)
        self._profile = profile
        self._seed = seed
        self._folder = folder
        self._level = level
        self._driver = _driver(driver)
        self._runtime: RuntimeName = runtime
        self._keeps_all = keeps_all
        self._plant = plant
        self._answers_per_kill = answers_per_kill
        settings: dict[str, object] = {
            "game": game,
            "profile": profile,
            "noise": level.name,
            "driver": driver,
            "runtime": runtime,
        }
        if plant is not None:
            settings["plant"] = plant
        habits = tuple(habit for habit in habits_in(game) if level.habits.get(habit))
        self.result = RefereeResult(seed=seed, settings=settings, habits=habits)

    def run(self, answers: int, progress: Progress = lambda done: None) -> RefereeResult:
        """Play on until ``answers`` have been given, or somebody interrupts."""
        try:
            while self.result.answers < answers:
                self._play(self._seed + self.result.games, answers, progress)
                self.result.games += 1
        except KeyboardInterrupt:
            self.result.is_stopped = True
        return self.result

    def _play(self, seed: int, answers: int, progress: Progress) -> None:
        path = self._folder / f"{self._game.name}-{seed}.ledger"
        failures = len(self.result.failures)
        with (
            Ledger.open(path, synchronous="OFF") as ledger,
            Twin(self._profile, self._runtime, seed) as twin,
        ):
            sitting = _Sitting(self, ledger, twin, seed)
            try:
                self._go(sitting, seed, answers, progress)
            finally:
                sitting.close(ledger)
        if len(self.result.failures) > failures:
            self.result.kept.append(path)
        elif not self._keeps_all:
            path.unlink()

    def _go(self, sitting: _Sitting, seed: int, answers: int, progress: Progress) -> None:
        is_good = sitting.watcher.close_answer(sitting.person.set_up())
        begun, plant, fate = self.result.answers, sitting.plant, Random(f"{seed}/kills")
        while is_good and not sitting.world.is_over and self.result.answers < answers:
            if plant is not None and not plant.sensor and self.result.answers - begun >= plant.strikes_after:
                plant.strike(sitting.tiles())
            if self._answers_per_kill and fate.random() < 1 / self._answers_per_kill:
                sitting.room.kill_program(fate.randrange(KILL_MS))
            done = sitting.person.done
            is_good = sitting.watcher.close_answer(sitting.person.go_on())
            self.result.answers += sitting.person.done - done
            progress(self.result.answers)
            self._collect(sitting.watcher, seed)
        self.result.finished += sitting.world.is_over
        if plant is not None and plant.unnamed_ms > NAMED_MS:
            self.result.unnamed += 1
            self.result.failures.append(self._placed(seed, f"unnamed: {plant.sensor} has been broken for long"))
        if not is_good:
            self.result.unrecovered += 1
            self.result.failures.append(self._placed(seed, f"unrecovered: {sitting.sentence()}"))

    def _collect(self, watcher: Watcher | SawWatcher, seed: int) -> None:
        self.result.failures += [self._placed(seed, what) for what in watcher.failures]
        self.result.notes += [self._placed(seed, what) for what in watcher.notes]
        watcher.failures.clear()
        watcher.notes.clear()

    def _placed(self, seed: int, what: str) -> str:
        return f"game {seed}, answer {self.result.answers}: {what}"

    def sit(self, ledger: Ledger, twin: Twin, seed: int) -> SteppedTable:
        """Begin a game at a table."""
        seats = Random(f"{seed}/seats").choice(self._game.seat_counts)
        people = (PERSON,) * seats
        companion = opening.begin(ledger, self._game.name, self._profile, START_MS, players=people)
        return SteppedTable(companion, ledger, self._drive(twin, START_MS))

    def restart(self, table: SteppedTable, ledger: Ledger, twin: Twin) -> None:
        """Let the program of a game die, and another one take the game up from its ledger."""
        self.result.restarts += 1
        table.restart(opening.resume(ledger, table.now), self._drive(twin, table.now))

    def _drive(self, twin: Twin, now: int) -> Callable[[Link], Stepped]:
        plugged = twin.devices.serial.plugged
        return lambda link: self._driver(twin, link, now=now, plugged=plugged)

    def ways(self, seed: int) -> Ways:
        """Return how the game is played: games with an odd seed by good players."""
        made: Ways = games.part(games.get(self._game.name).people)(self._game, self.house(seed))
        return made

    def house(self, seed: int) -> players.Player | None:
        """Return the good player of a game; None: it is played at random."""
        return players.load(HOUSE, self._game) if seed % 2 and self._game.house_players() else None

    def plant(self, twin: Twin, seed: int) -> Plant | None:
        """Return what breaks in a game, if anything does."""
        return Plant(self._plant, twin, Random(f"{seed}/plant")) if self._plant is not None else None

    @property
    def level(self) -> Level:
        """How much goes wrong."""
        return self._level


class _Sitting:
    """One game with all that belongs to it."""

    world: World | SawWorld
    room: StagedRoom
    person: Person | SawPerson
    watcher: Watcher | SawWatcher

    def __init__(self, soak: RefereeSoak, ledger: Ledger, twin: Twin, seed: int) -> None:
        disturb(twin, soak.level)
        self.table = soak.sit(ledger, twin, seed)
        self.plant = soak.plant(twin, seed)
        self._tally = soak.result.tally
        if self.table.companion.stage.needs_tiles:
            self._seat(soak, twin, seed)
        else:
            self._seat_at_pads(soak, twin, seed)
        self.room.restart = lambda: soak.restart(self.table, ledger, twin)
        self.table.plug()
        self.table.run_for(400)

    def _seat(self, soak: RefereeSoak, twin: Twin, seed: int) -> None:
        """Let people sit down who move things on tiles."""
        ways, play = soak.ways(seed), self.table.companion.play
        world = World(play.game, len(play.seats))
        world.deal(ways.cards(world.truth, Random(f"{seed}/cards")))
        room = StagedRoom(self.table, twin, world)
        habits = Habits(soak.level.habits, Random(f"{seed}/habits"))
        person = Person(room, world, ways, soak.level, Random(f"{seed}/person"), habits)
        watcher = Watcher(self.table, person, world, ways, self._tally, self.plant)
        room.watch = watcher.look
        self.world, self.room, self.person, self.watcher = world, room, person, watcher

    def _seat_at_pads(self, soak: RefereeSoak, twin: Twin, seed: int) -> None:
        """Let people sit down who show cards to pads."""
        play = self.table.companion.play
        assert isinstance(play.game, Saw)
        world = SawWorld(play.game, len(play.seats), seed)
        room = SawRoom(self.table, twin, world)
        ways = SawWays(play.game, soak.house(seed))
        habits = Habits(soak.level.habits, Random(f"{seed}/habits"))
        person = SawPerson(room, world, ways, soak.level, Random(f"{seed}/person"), habits)
        watcher = SawWatcher(self.table, person, world, self._tally, self.plant)
        room.watch = watcher.look
        self.world, self.room, self.person, self.watcher = world, room, person, watcher

    def tiles(self) -> list[str]:
        """Return the tiles on which something lies."""
        person = self.person
        return [spot.tile for spot in person.hands.lies.values()] if isinstance(person, Person) else []

    def sentence(self) -> str:
        """Say how things stand."""
        prompt, deed = self.table.picture.prompt, self.person.deed
        said = [line.text for line in self.table.picture.lines[-3:]]
        meant = repr(deed.text) if deed else "to set up"
        return f"meant {meant}; the ledger has {said}; asked: {prompt.title} {prompt.detail}"

    def close(self, ledger: Ledger) -> None:
        self._tally.insisted += self.person.insisted
        self._tally.slips += self.person.slips
        self._tally.habits.update(self.person.habits.counts)
        self.watcher.close_game(ledger)
        self.table.board.close()


def _driver(name: DriverName) -> type[Stepped]:
    if name == "stepped":
        return Stepped
    from host.link.paced import Paced  # needs pseudo-terminals

    return Paced
