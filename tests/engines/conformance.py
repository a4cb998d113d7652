"""What every game has to pass, whatever its rules: a game's tests inherit ``Conformance`` and fill in its hooks.

The invariants themselves are those of ``deadfall soak engines``; here each one has a test of its own, harder than
there, and the soak is run in a size that every change has to pass.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engines
from engines.core import (
    HOST,
    PUBLIC,
    WINDOW,
    WORLD,
    Answer,
    Corrected,
    Decision,
    Entry,
    Game,
    Observed,
    ParseError,
    Pass,
    Play,
    Reveal,
    SetupError,
    Shuffle,
    Shuffled,
    Table,
)
from engines.core.oracles import Dealt, Log
from host.processes import in_processes
from host.soak.engines import mixed, soak
from host.soak.invariants import (
    RULE,
    Truth,
    check_agreement,
    check_answers,
    check_copy,
    check_events,
    check_follows,
    check_knowledge,
    check_options,
    check_redo,
    check_remembered,
    check_restored,
    check_state,
    check_undo,
    clumps,
    players_entries,
    replay,
    viewers,
)
from host.soak.mutated_games import MutatedGame
from host.soak.random_games import MOST_ANSWERS, open_books, pick, some_decision, spoiled
from host.soak.taken_back import TakenBackGame
from tests.sizes import sizes

ROOT = Path(__file__).parents[2]


def step(play: Play, rng: Random) -> list[Any]:
    """Answer at random, what to do first and then how. Returns what happened."""
    decision = some_decision(play, rng)
    return play.feed(Answer(decision.id, pick(play, decision, rng)))


def truly(play: Play, decision: Decision, deal: dict[int, str], rng: Random) -> Any:
    """A choice at random; where hidden faces decide for the world, what they really say."""
    fate = play.game.fate(play.state, decision, Truth(play, deal).__getitem__) if decision.seat == WORLD else None
    return pick(play, decision, rng) if fate is None else fate


def step_truly(play: Play, deal: dict[int, str], rng: Random) -> None:
    """Answer at random, but for what the deal decides."""
    decision = some_decision(play, rng)
    play.feed(Answer(decision.id, truly(play, decision, deal, rng)))


class OtherFaces:
    """A world that draws the same lots as before and would show other faces."""

    def __init__(self, log: list[Entry]) -> None:
        self._lots = Log(log)
        self._faces = Shuffle(99)

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        return (self._faces if isinstance(item, Reveal) else self._lots).answer(play, item)


def fingerprints(name: str, games: int) -> list[str]:
    """All that happens in some random games, and where they end, as short texts."""
    found = []
    for seed in range(games):
        play, rng = engines.load(name).new(oracle=Shuffle(seed)), Random(seed)
        while play.waiting:
            step(play, rng)
        told = repr(play.events) + play.digest() + repr(play.view(PUBLIC))
        found.append(blake2b(told.encode(), digest_size=8).hexdigest())
    return found


def play_out(name: str, games: int, options: dict[str, str]) -> int:
    """Play some games with these options to the end, looking closely now and then. Returns how many have ended."""
    game = engines.load(name, options=options)
    ended = 0
    for seed in range(games):
        seats = game.seat_counts[seed % len(game.seat_counts)]
        play, rng = game.new(oracle=Shuffle(seed), seats=seats), Random(seed)
        books, answers = open_books(play), 0
        while play.waiting and answers < MOST_ANSWERS:
            answers += 1
            books.book(step(play, rng))
            if answers % 64 == seed:
                look(play, books)
        check_events(play.events)
        look(play, books)
        ended += play.result is not None
    return ended


def look(play: Play, books: Any) -> None:
    """Check a position, its books and some of its options."""
    check_state(play)
    books.compare(play)
    for item in play.waiting:
        if isinstance(item, Decision):
            check_answers(play, item, check_options(play, item)[::9])


def _reveals(play: Play) -> list[Reveal]:
    return [item for item in play.waiting if isinstance(item, Reveal)]


def garbled(text: str, rng: Random) -> str:
    """A text with a letter or a word too many, too few or wrong."""
    letters = "abcdefghinorstuw1259->< .\t\n\0éß０İ🂡"
    at, letter = rng.randrange(len(text) + 1), rng.choice(letters)
    words = text.split()
    return rng.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + letter + text[at:],
            text[:at] + letter + text[at + 1 :],
            " ".join(rng.sample(words, len(words))),
            " ".join([*words, rng.choice(words)]),
            "".join(rng.choices(letters, k=at)),
            text[:at] * 50,
        )
    )


class Conformance:
    """The suite. A game says its name, and supplies the hooks that know its fields."""

    name: str
    """The game, as ``engines.load`` knows it."""
    soak_games = 500
    option_games = 50
    """How many games are played with every value of every option, when there is time."""

    # ---- hooks -------------------------------------------------------------------------------------------------

    def some_correction(self, play: Play, rng: Random) -> Corrected:
        """A correction that people might make in this position; it may be impossible."""
        raise NotImplementedError

    def impossible_corrections(self, play: Play) -> list[Corrected]:
        """Corrections that must be refused in every position."""
        raise NotImplementedError

    def unseen_in(self, view: dict[str, Any]) -> list[tuple[int, list[str]]]:
        """How many unseen tokens a view tells of, and the cards that it says they are among, for each pile."""
        raise NotImplementedError

    # ---- helpers -----------------------------------------------------------------------------------------------

    def game(self, **options: str) -> Game:
        return engines.load(self.name, options=options)

    def seats(self, seed: int) -> int:
        """How many play in a game: every number in its turn."""
        counts = self.game().seat_counts
        return counts[seed % len(counts)]

    def begin(self, seed: int) -> tuple[Play, Random]:
        return self.game().new(oracle=Shuffle(seed), seats=self.seats(seed)), Random(seed)

    def part_way(self, seed: int, answers: int) -> tuple[Play, Random]:
        """A play after some answers, or at its end if that comes first."""
        play, rng = self.begin(seed)
        for _ in range(answers):
            if play.waiting:
                step(play, rng)
        return play, rng

    def along(self, seed: int, every: int, most: int = MOST_ANSWERS) -> Any:
        """Yield a random play again and again, ``every`` answers apart, until it is over or there were ``most``."""
        play, rng = self.begin(seed)
        while play.waiting and len(play.log) < most:
            yield play, rng
            for _ in range(every):
                if play.waiting:
                    step(play, rng)

    def dealt(self, rng: Random, **options: str) -> tuple[Game, dict[int, str]]:
        """A game, and a full deal of its hidden cards."""
        game = self.game(**options)
        return game, game.hidden(game.new().root.state).sample(rng)

    # ---- games end ---------------------------------------------------------------------------------------------

    @sizes("seeds", 9, 60)
    def test_random_games_end(self, seeds: int) -> None:
        for seed in range(seeds):
            play, rng = self.begin(seed)
            answers = 0
            while play.waiting:
                step(play, rng)
                answers += 1
                assert answers < MOST_ANSWERS
            assert play.result is not None
            assert RULE.fullmatch(play.result.rule)
            assert play.result.winner in (None, *range(len(play.seats)))

    def test_random_games_with_all_invariants_on(self) -> None:
        self._soaked(3, processes=1)

    @pytest.mark.slow
    @pytest.mark.timeout(600)  # 500 games, and perhaps other work on the same machine
    def test_many_random_games_with_all_invariants_on(self) -> None:
        self._soaked(self.soak_games)

    def _soaked(self, games: int, processes: int | None = None) -> None:
        result = soak(self.name, games, seed=1, progress=lambda done: None, processes=processes, is_quick=True)
        assert result.notes == []
        assert (result.games, result.exceptions, result.broken_invariants) == (games, 0, 0)
        assert result.ends.total() == result.wins.total() == games

    def test_a_game_that_is_over_takes_nothing(self) -> None:
        play, _ = self.part_way(1, MOST_ANSWERS)
        last = next(at for at in reversed(range(len(play.log))) if isinstance(play.log[at], Answer))
        assert play.waiting == ()
        assert not check_agreement(play, play.log[last])
        with pytest.raises(ValueError, match="Nobody"):
            _ = play.decision
        with pytest.raises(ParseError):
            play.parse("draw")

    # ---- copies, saves, replays --------------------------------------------------------------------------------

    def test_a_copy_equals_its_original_at_every_step(self) -> None:
        for play, _ in self.along(11, every=1):
            check_copy(play)

    def test_two_copies_go_the_same_way(self) -> None:
        for seed in range(10):
            play, rng = self.part_way(seed, 30)
            copy, same = play.clone(), Random()
            same.setstate(rng.getstate())
            while play.waiting:
                step(play, rng)
                step(copy, same)
            assert (copy.digest(), copy.events) == (play.digest(), play.events)

    def test_a_saved_play_equals_its_original_at_every_step(self) -> None:
        for play, _ in self.along(12, every=1, most=90):
            check_restored(play)
        ended, _ = self.part_way(12, MOST_ANSWERS)
        check_restored(ended)

    def test_a_restored_play_goes_on_as_the_original(self) -> None:
        play, rng = self.part_way(3, 25)
        restored = play.game.restore(play.game.dump(play), oracle=Shuffle(3))
        same = Random()
        same.setstate(rng.getstate())
        while play.waiting:
            step(play, rng)
            step(restored, same)
        assert (restored.digest(), restored.events) == (play.digest(), play.events)

    def test_every_position_survives_being_written_and_set_up_the_last_one_too(self) -> None:
        for seed in range(3):  # every number of seats
            play, rng = self.begin(60 + seed)
            for _ in range(MOST_ANSWERS):
                position = json.loads(json.dumps(play.position()))
                again = play.game.setup(position)
                assert again.position() == position
                assert (again.result, bool(again.waiting)) == (play.result, bool(play.waiting))
                if not play.waiting:
                    break
                step(play, rng)
            assert play.result is not None

    def test_a_position_set_up_again_offers_the_same(self) -> None:
        for play, _ in self.along(13, every=3):
            again = play.game.setup(play.position(), oracle=Table())
            decision = again.decision
            assert again.position() == play.position()
            assert list(again.options(decision).enumerate()) == check_options(play, play.decision)

    def test_a_replay_equals_the_original_at_every_step(self) -> None:
        original, rng = self.begin(14)
        digests = {}
        while original.waiting:
            digests[len(original.log)] = original.digest()
            step(original, rng)
        again = original.game.new(oracle=Log(original.log), seats=len(original.seats))
        for at in range(len(original.log) + 1):
            replay(again, original.log[:at])
            assert digests.get(len(again.log), again.digest()) == again.digest()
        assert (again.digest(), again.events) == (original.digest(), original.events)

    @pytest.mark.parametrize("spoil", ["format", "game", "options", "root", "log", "digest"])
    def test_a_spoiled_save_is_refused(self, spoil: str) -> None:
        play, _ = self.part_way(4, 10)
        for wrong in (None, 7, "x", [], {}, [[]], {"a": 1}):
            with pytest.raises(SetupError) as error:
                play.game.restore({**play.game.dump(play), spoil: wrong})
            assert str(error.value).endswith(".")

    def test_a_save_with_a_spoiled_entry_is_refused(self) -> None:
        play, rng = self.part_way(5, 20)
        saved = play.game.dump(play)
        for _ in range(200):
            log = list(saved["log"])
            at = rng.randrange(len(log))
            entry: Any = rng.choice((None, [], {}, {"answer": None}, {"answer": {"decision": 0}}, {"pass": {}}))
            with pytest.raises(SetupError, match=f"Entry {at} of the saved game"):
                play.game.restore({**saved, "log": [*log[:at], entry, *log[at + 1 :]]})

    # ---- undo --------------------------------------------------------------------------------------------------

    @sizes("seeds", 1, 3)
    def test_undo_to_the_root_and_redo(self, seeds: int) -> None:
        for seed in range(21, 21 + seeds):
            play, rng = self.begin(seed)
            digests = {}
            while play.waiting:
                digests[len(play.log)] = play.digest()
                step(play, rng)
            assert len(digests) > 20
            check_redo(check_undo(play, digests), play)

    def test_what_was_seen_stays_seen_whatever_the_world_would_say_now(self) -> None:
        plays = (self.part_way(seed, 60)[0] for seed in range(24, 99))
        play = next(play for play in plays if not any(map(play.game.minted, play.events)))
        log, events, before = list(play.log), list(play.events), play.clone()
        play.undo(players_entries(play))
        check_remembered(play, before)
        play.oracle = OtherFaces(log)
        replay(play, log)
        assert play.events == events

    def test_what_was_seen_stays_seen_in_a_copy_and_in_a_save(self) -> None:
        play, _ = self.part_way(25, 30)
        before = play.clone()
        play.undo(20)
        check_remembered(play.clone(), before)
        check_remembered(play.game.restore(play.game.dump(play)), before)

    @sizes("seeds", 2, 6)
    def test_what_is_imagined_after_an_undo_never_contradicts_what_was_seen(self, seeds: int) -> None:
        looks = 0
        for seed in range(seeds):
            taken_back = TakenBackGame(self.game(), f"small/{seed}", steps=40)
            taken_back.run()
            looks += taken_back.looks
        assert looks > 25 * seeds

    @sizes("seeds", 12, 60)
    def test_any_answer_may_follow_an_undo_though_nobody_has_told_again_what_was_seen(self, seeds: int) -> None:
        answers = 0
        for seed in range(seeds):
            taken_back = TakenBackGame(self.game(), f"unlooked/{seed}", looked_at=0)
            taken_back.run()
            answers += taken_back.answers
        assert answers > 16 * seeds

    def test_there_is_nothing_before_the_root(self) -> None:
        play, _ = self.part_way(26, 5)
        with pytest.raises(ValueError, match="nothing left"):
            play.undo(6)
        assert players_entries(play) == 5

    # ---- determinism -------------------------------------------------------------------------------------------

    @sizes("seeds", 4, 20)
    def test_every_hash_seed_gives_the_same_games(self, seeds: int) -> None:
        code = f"from tests.engines.conformance import fingerprints; print(fingerprints({self.name!r}, {seeds}))"
        runs = [
            subprocess.run(
                [sys.executable, "-c", code],
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("0", "4242")
        ]
        assert runs[0] == runs[1]
        assert len(set(runs[0].split(","))) == seeds

    # ---- what is known -----------------------------------------------------------------------------------------

    def test_hidden_identities_do_not_show(self) -> None:
        """Another deal with the same revealed beginning looks the same to everybody."""
        for seed in range(12):
            rng = Random(seed)
            game, deal = self.dealt(rng)
            play = game.new(oracle=Dealt(deal))
            for _ in range(seed):
                step(play, rng)
            other = {**play.knowledge(HOST).sample(rng)}
            assert other != deal or not any(len(tokens) > 1 for tokens, _ in clumps(play, HOST))
            again = game.new(oracle=Dealt(other))
            replay(again, play.log)
            for viewer in viewers(play):
                assert again.view(viewer) == play.view(viewer)
            assert (again.digest(), again.waiting) == (play.digest(), play.waiting)
            for item in play.waiting:
                if isinstance(item, Decision):
                    assert check_options(again, item) == check_options(play, item)

    @sizes("seeds", 1, 6)
    def test_a_table_that_is_told_what_sensors_show_never_claims_a_falsehood(self, seeds: int) -> None:
        for seed in range(seeds):
            rng = Random(seed)
            game, deal = self.dealt(rng)
            full, table = game.new(oracle=Dealt(deal)), game.new(oracle=Table())
            while True:
                self._check_views_while_following(table, full, Truth(full, deal))
                for viewer in viewers(full):
                    assert table.view(viewer) == full.view(viewer)
                    assert clumps(table, viewer) == clumps(full, viewer)
                if not full.waiting:
                    break
                step(full, rng)

    def _check_views_while_following(self, table: Play, full: Play, truth: Truth) -> None:
        """Also while the table waits for an identity, what each viewer is told about unseen cards is true."""
        for item in table.waiting:
            if isinstance(item, Reveal):
                self._check_claims(table, truth)
        check_follows(table, full, truth)
        self._check_claims(table, truth)

    def _check_claims(self, table: Play, truth: Truth) -> None:
        check_knowledge(table, truth)
        for viewer in viewers(table):
            if viewer == HOST:
                continue
            known = table.knowledge(viewer)
            tokens = [token for clump in known.clumps() for token in clump.tokens]
            unseen = Counter(truth[token] for token in tokens if known.card(token) is None)
            told = Counter(card for _, cards in self.unseen_in(table.view(viewer)) for card in cards)
            assert unseen <= told, "a view rules out what is there"
            for count, cards in self.unseen_in(table.view(viewer)):
                assert count <= len(cards)

    def test_a_table_waits_for_every_identity_and_says_so(self) -> None:
        game, deal = self.dealt(Random(5))
        table = game.new(oracle=Table())
        reveals = 0
        rng = Random(6)
        while table.waiting:
            item = table.waiting[0]
            if isinstance(item, Reveal):
                card = Truth(table, deal)[item.token]
                assert card in table.candidates(item.token)
                table.feed(Observed(item.token, card))
                reveals += 1
            else:
                step_truly(table, deal, rng)
        assert reveals == len(table.seen) > 0

    def test_a_sample_fits_what_the_viewer_knows_and_can_be_played(self) -> None:
        game, deal = self.dealt(Random(8))
        for answers in (0, 4, 12):
            rng = Random(answers)
            play = game.new(oracle=Dealt(deal))
            for _ in range(answers):
                step(play, rng)
            for viewer in (PUBLIC, *range(len(play.seats))):
                sample = play.sample(viewer, rng)
                assert sample.view(viewer) == play.view(viewer)
                while sample.waiting:
                    step(sample, rng)
                check_state(sample)
                assert len(play.log) < len(sample.log)

    def test_samples_of_the_unknown_differ(self) -> None:
        play, rng = self.part_way(9, 2)
        deals = {repr(sorted(play.knowledge(PUBLIC).sample(rng).items())) for _ in range(20)}
        assert len(deals) > 10

    # ---- conservation ------------------------------------------------------------------------------------------

    @sizes("seeds", 6, 20)
    def test_nothing_comes_from_or_goes_to_nowhere(self, seeds: int) -> None:
        for seed in range(30, 30 + seeds):
            play, rng = self.begin(seed)
            books = open_books(play)
            check_events(play.events)
            while play.waiting:
                events = step(play, rng)
                check_events(events)
                books.book(events)
                books.compare(play)

    def test_folding_the_events_gives_the_position(self) -> None:
        play, _ = self.part_way(31, MOST_ANSWERS)
        state = play.root.state.clone()
        for event in play.events:
            play.game.folds[type(event)](state, event)
        assert play.game.write_position(state) == play.position()

    # ---- verify and feed ---------------------------------------------------------------------------------------

    def test_every_option_is_taken_and_its_text_means_it(self) -> None:
        for play, _ in self.along(41, every=4):
            for item in play.waiting:
                check_answers(play, item, check_options(play, item))
                assert all(check_agreement(play, Answer(item.id, choice)) for choice in check_options(play, item)[::7])

    @sizes("seeds", 1, 2)
    def test_verify_and_feed_agree_about_wrong_answers(self, seeds: int) -> None:
        taken = []
        for seed in range(42, 42 + seeds):
            for play, rng in self.along(seed, every=3):
                taken += [check_agreement(play, spoiled(play, rng)) for _ in range(12)]
        assert taken.count(False) > 200 * seeds
        assert taken.count(True) > 5 * seeds  # a piece moved elsewhere may well be legal

    def test_what_was_legal_elsewhere_is_judged_here(self) -> None:
        """Choices of other positions: other seats, other ships, other cells."""
        known = {choice for play, _ in self.along(44, every=10) for choice in check_options(play, play.decision)}
        elsewhere = sorted(known, key=repr)
        for play, rng in self.along(45, every=6):
            decision = play.decision
            here = set(check_options(play, decision))
            for choice in rng.sample(elsewhere, 15):
                assert check_agreement(play, Answer(decision.id, choice)) == (choice in here)

    def test_entries_that_are_none_are_refused(self) -> None:
        play, _ = self.part_way(46, 12)
        decision = play.decision
        right = check_options(play, decision)[0]
        last = next(entry for entry in reversed(play.log) if isinstance(entry, Observed))
        wrong: list[Any] = [
            None,
            "draw",
            7,
            (),
            right,
            (decision.id, right),
            Answer(float(decision.id), right),  # type: ignore[arg-type]
            Answer(str(decision.id), right),  # type: ignore[arg-type]
            Answer(None, right),  # type: ignore[arg-type]
            Answer(decision.id - 1, right),
            Answer(decision.id + 1, right),
            Answer(-1, right),
            Answer(decision.id, None),
            Answer(decision.id, list(right)),
            Answer(decision.id, [right]),
            Answer(decision.id, (right,)),
            Answer(decision.id, {}),
            Answer(decision.id, play.write(right)),
            *([Pass(decision.id)] if decision.policy != WINDOW else []),
            Pass(decision.id - 1),
            Shuffled("no such zone"),
            Shuffled(None),  # type: ignore[arg-type]
            last,
        ]
        for entry in wrong:
            assert not check_agreement(play, entry), entry

    def test_an_identity_is_taken_only_where_it_can_be(self) -> None:
        game, deal = self.dealt(Random(47))
        table, rng, refused = game.new(oracle=Table()), Random(47), 0
        cards = [*sorted(set(deal.values())), "", "no such card", None, 7, ["x"]]
        while table.waiting:
            item = table.waiting[0]
            if not isinstance(item, Reveal):
                step_truly(table, deal, rng)
                continue
            card_here, waited = Truth(table, deal)[item.token], [other.token for other in _reveals(table)]
            for card in rng.sample(cards, 6):
                possible = isinstance(card, str) and table.could_be(item.token, card)
                if possible and item.policy != WINDOW and not any(map(table.game.minted, table.events)):
                    assert card in table.candidates(item.token), "what must be told lies where everybody sees it"
                assert check_agreement(table, Observed(item.token, card)) == possible  # type: ignore[arg-type]
                refused += not possible
            for token in (item.token - 1, item.token + 1, -1, 9999, None, float(item.token)):
                if type(token) is float or token not in waited:
                    assert not check_agreement(table, Observed(token, card_here))  # type: ignore[arg-type]
            for seats in ((99,), (-5,), [0], "0", 0, ("0",)):
                assert not check_agreement(table, Observed(item.token, card_here, seats))  # type: ignore[arg-type]
            table.feed(Observed(item.token, card_here))
        assert refused > 20

    # ---- catalogues --------------------------------------------------------------------------------------------

    @sizes("seeds", 4, 8)
    def test_a_changed_catalogue_is_refused_with_a_sentence_or_can_be_played(self, seeds: int) -> None:
        refused = 0
        for seed in range(seeds):
            changed = MutatedGame(self.game(), f"small/{seed}", answers=30)
            changed.run()
            refused += changed.refused
        assert refused  # else nothing is changed that could be wrong

    # ---- notation ----------------------------------------------------------------------------------------------

    def test_every_text_may_be_written_in_capitals_and_with_spaces(self) -> None:
        for play, _ in self.along(51, every=15):
            for choice in check_options(play, play.decision)[::3]:
                text = play.write(choice)
                assert play.parse(f"  {text.upper()} ") == choice
                assert play.parse(text.replace(" ", "   ")) == choice

    def test_two_options_never_have_the_same_text(self) -> None:
        for play, _ in self.along(52, every=5):
            texts = [play.write(choice) for choice in check_options(play, play.decision)]
            assert len(set(texts)) == len(texts)

    def test_garbled_texts_are_refused_or_judged(self) -> None:
        refused = judged = 0
        for play, rng in self.along(53, every=4):
            decision = play.decision
            listed = check_options(play, decision)
            for _ in range(25):
                text = garbled(play.write(rng.choice(listed)), rng)
                try:
                    choice = play.parse(text)
                except ParseError as error:
                    refused += str(error).endswith(".")
                    continue
                assert check_agreement(play, Answer(decision.id, choice)) == (choice in listed)
                judged += 1
        assert refused > 100
        assert judged > 20

    # ---- rulings -----------------------------------------------------------------------------------------------

    def test_a_game_with_every_other_value_of_every_option(self) -> None:
        values = self._other_values()
        assert sum(play_out(self.name, 1, value) for value in values) == len(values)

    @pytest.mark.slow
    @pytest.mark.timeout(600)
    def test_many_games_with_every_other_value_of_every_option(self) -> None:
        values = self._other_values()
        ended = in_processes(partial(play_out, self.name, self.option_games), values)
        assert sum(ended) == self.option_games * len(values)

    @sizes("seeds", 5, 100)
    def test_random_mixtures_of_options(self, seeds: int) -> None:
        mixtures = [dict(mixed(self.game(), Random(seed)).options) for seed in range(seeds)]
        assert sum(play_out(self.name, 1, mixture) for mixture in mixtures) == seeds

    def _other_values(self) -> list[dict[str, str]]:
        return [{ruling.name: value} for ruling in self.game().rulings for value in ruling.values[1:]]

    # ---- corrections -------------------------------------------------------------------------------------------

    @sizes("seeds", 3, 10)
    def test_corrections_keep_every_invariant(self, seeds: int) -> None:
        """Whenever something is asked, people may try to correct what is booked; the game goes on from there."""
        taken = 0
        for seed in range(60, 60 + seeds):
            rng = Random(seed)
            game, deal = self.dealt(rng)
            play = game.new(oracle=Table())
            books, digests = open_books(play), {}
            while play.waiting and len(play.log) < MOST_ANSWERS:
                digests[len(play.log)] = play.digest()
                entry = self._next_entry(play, deal, rng)
                is_legal = check_agreement(play, entry) if isinstance(entry, Corrected) else True
                if not is_legal:
                    continue
                events = play.feed(entry)
                taken += isinstance(entry, Corrected)
                check_events(events, is_correction=isinstance(entry, Corrected))
                books.book(events)
                books.compare(play)
                check_state(play)
                for item in play.waiting:
                    if isinstance(item, Decision):
                        check_options(play, item)
            check_restored(play)
            check_undo(play, digests)
        assert taken > 6 * seeds

    def _next_entry(self, play: Play, deal: dict[int, str], rng: Random) -> Entry:
        if rng.random() < 0.15:
            return self.some_correction(play, rng)
        item = rng.choice(_reveals(play) or play.waiting)
        if isinstance(item, Reveal):
            return Observed(item.token, Truth(play, deal)[item.token])
        return Answer(item.id, truly(play, item, deal, rng))

    def test_a_correction_says_who_and_why(self) -> None:
        play, rng = self.part_way(61, 20)
        done = 0
        while done < 5:
            entry = self.some_correction(play, rng)._replace(why="counted again", by="Ann")
            if play.verify(entry) is None:
                events = play.clone().feed(entry)
                assert "corrected by Ann: counted again" in events[0].cause
                done += 1

    def test_impossible_corrections_are_refused(self) -> None:
        for play, _ in self.along(62, every=20):
            for entry in self.impossible_corrections(play):
                assert not check_agreement(play, entry), entry
