"""Chess passes what every game passes, as far as nothing is hidden and nothing is booked beside its moves."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import engines
from engines import players
from engines.core import Answer, ParseError, Play, SetupError, Shuffle
from host.soak.engines import soak
from tests.engines.conformance import Conformance, check_agreement, check_options, step

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPENINGS = {
    "Italian": "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O",
    "Spanish": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O",
    "Exchange": "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4",
    "Scotch": "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6",
    "Petrov": "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3",
    "King's gambit": "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5",
    "Vienna": "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4",
    "Najdorf": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4",
    "Dragon": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O",
    "French": "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6",
    "Caro-Kann": "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6",
    "Scandinavian": "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6",
    "Alekhine": "e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 exd6 cxd6",
    "Queen's gambit": "d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5 Qf3",
    "Slav": "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5",
    "Nimzo-Indian": "d4 Nf6 c4 e6 Nc3 Bb4 a3 Bxc3+ bxc3",
    "King's Indian": "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O",
    "Grünfeld": "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7",
    "English": "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2",
    "En passant": "e4 Nf6 e5 d5 exd6 Qxd6",
    "Fool's mate": "f3 e5 g4 Qh4#",
}


@pytest.mark.slow  # a position is a list of moves, which are replayed
class TestChess(Conformance):
    name = "chess"
    soak_games = 60

    # No deals, identities, corrections or catalogues; and capitals tell a bishop from a pawn.
    test_every_text_may_be_written_in_capitals_and_with_spaces = None  # type: ignore[assignment]
    test_what_is_imagined_after_an_undo_never_contradicts_what_was_seen = None  # type: ignore[assignment]
    test_any_answer_may_follow_an_undo_though_nobody_has_told_again_what_was_seen = None  # type: ignore[assignment]
    test_a_table_waits_for_every_identity_and_says_so = None  # type: ignore[assignment]
    test_samples_of_the_unknown_differ = None  # type: ignore[assignment]
    test_entries_that_are_none_are_refused = None  # type: ignore[assignment]
    test_an_identity_is_taken_only_where_it_can_be = None  # type: ignore[assignment]
    test_a_changed_catalogue_is_refused_with_a_sentence_or_can_be_played = None  # type: ignore[assignment]
    test_corrections_keep_every_invariant = None  # type: ignore[assignment]
    test_a_correction_says_who_and_why = None  # type: ignore[assignment]
    test_impossible_corrections_are_refused = None  # type: ignore[assignment]

    test_verify_and_feed_agree_about_wrong_answers = None  # type: ignore[assignment]

    @pytest.mark.parametrize("spoil", ["format", "game", "root", "log", "digest"])  # of options there are none
    def test_a_spoiled_save_is_refused(self, spoil: str) -> None:
        super().test_a_spoiled_save_is_refused(spoil)

    def unseen_in(self, view: dict[str, Any]) -> list[tuple[int, list[str]]]:
        return []

    def test_squares_may_be_said_in_capitals(self) -> None:
        for play, _ in self.along(51, every=15):
            for choice in check_options(play, play.decision)[::3]:
                assert play.parse(f" {choice.uci().upper()}  ") == choice

    def test_verify_and_feed_agree_about_moves_between_any_squares(self) -> None:
        taken = []
        for play, rng in self.along(42, every=3, most=120):
            names = ["".join(rng.choices("abcdefgh", k=1) + rng.choices("12345678", k=1)) for _ in range(60)]
            for here, there in zip(names[::2], names[1::2], strict=True):
                move = play.parse(here + there)
                is_legal = move in check_options(play, play.decision)
                assert check_agreement(play, Answer(play.decision.id, move)) == is_legal
                taken.append(is_legal)
        assert taken.count(False) > 200
        assert taken.count(True) > 5


def played(text: str, **position: Any) -> Play:
    game = engines.load("chess")
    play = game.setup(position) if position else game.new()
    for word in text.split():
        play.say(word)
    return play


def problem(text: str, **position: Any) -> tuple[str, str]:
    *before, last = text.split()
    play = played(" ".join(before), **position)
    found = play.verify(Answer(play.decision.id, play.parse(last)))
    assert found is not None
    return found.sentence, found.rule


@pytest.mark.parametrize("name", OPENINGS)
def test_openings_are_played_by_text_and_written_as_they_were_said(name: str) -> None:
    play = played(OPENINGS[name])
    assert [event.san for event in play.events if hasattr(event, "san")] == OPENINGS[name].split()
    again = play.game.restore(json.loads(json.dumps(play.game.dump(play))))
    assert again.digest() == play.digest()


@pytest.mark.parametrize("games", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_random_games_with_all_invariants(games: int) -> None:
    result = soak("chess", games, seed=7, progress=lambda done: None, processes=1, is_quick=True)
    assert (result.games, result.exceptions, result.broken_invariants, result.notes) == (games, 0, 0, [])


@pytest.mark.parametrize(
    ("text", "fen", "winner", "rule"),
    [
        ("f3 e5 g4 Qh4#", "", 1, "R511"),
        ("Qf7", "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1", None, "R521"),
        ("Kxd2", "8/8/8/8/8/8/3q4/3K3k w - - 0 1", None, "R522"),
        ("Nf3 Nf6 Ng1 Ng8 " * 4, "", None, "R961"),
        ("Ra2", "7k/8/8/8/8/8/8/R6K w - - 149 100", None, "R962"),
    ],
)
def test_how_games_end(text: str, fen: str, winner: int | None, rule: str) -> None:
    play = played(text, **({"fen": fen} if fen else {}))
    assert play.result == (winner, rule)
    assert play.waiting == ()
    assert play.game.setup(play.position()).result == play.result


@pytest.mark.parametrize(
    ("text", "rule", "word"),
    [
        ("e2e5", "R37", "pawn cannot go"),
        ("e4e5", "R3", "Nothing stands on e4"),
        ("e7e5", "R13", "White is to move"),
        ("Ra2", "R31", "own pawn"),
        ("Bc4", "R35", "cannot pass e2"),
        ("Ng3", "R36", "knight cannot"),
        ("O-O", "", ""),
        ("e1g1", "R31", "own knight"),
        ("e4 e5 e1g1", "R31", "own knight"),
        ("Nf3 Nf6 e1g1", "R38", "Castling needs"),
        ("e4 e5 Qh5 f6", "R39", "in check"),
    ],
)
def test_why_a_move_is_illegal(text: str, rule: str, word: str) -> None:
    if not rule:
        with pytest.raises(ParseError, match="no move"):
            played("").parse(text)
        return
    sentence, found = problem(text)
    assert (found, word in sentence) == (rule, True), sentence


def test_a_pawn_on_the_last_rank_has_to_become_something() -> None:
    fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    assert problem("a7a8", fen=fen)[1] == "R37"
    play = played("", fen=fen)
    options = check_options(play, play.decision)
    assert {move.san for move in options if move.promotion} == {"a8=Q", "a8=R", "a8=B", "a8=N"}
    assert played("a7a8q", fen=fen).events[-1].san == "a8=Q"


@pytest.mark.parametrize(
    "position",
    [
        {"fen": "nonsense"},
        {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
        {"fen": 7},
        {},
        {"fen": START, "moves": ["e2e5"]},
        {"fen": START, "moves": ["e9e5"]},
        {"fen": START, "moves": "e2e4"},
        {"fen": START, "moves": [["e2e4"]]},
        {"fen": START, "board": 1},
    ],
)
def test_impossible_positions_are_refused_with_a_sentence(position: dict[str, Any]) -> None:
    with pytest.raises(SetupError) as error:
        engines.load("chess").setup(position)
    assert str(error.value).endswith(".")


def test_house_players_are_as_good_as_they_say() -> None:
    game, rng = engines.load("chess"), Random(5)
    with_mate = game.setup({"fen": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"})
    for name in ("apprentice", "mastermind"):
        player = players.load(name, game)
        assert players.answer(player, with_mate, with_mate.decision, rng).choice.san == "Ra8#"
    hanging = game.setup({"fen": "4k3/8/2p5/3p4/8/8/3R4/3QK3 w - - 0 1"})
    best = players.answer(players.load("mastermind", game), hanging, hanging.decision, rng).choice
    assert best.san != "Rxd5"  # the pawn is guarded
    sides = [players.load(name, game) for name in ("apprentice", "wanderer")]
    play = game.new(Shuffle(1))
    while play.waiting and len(play.log) < 200:
        play.feed(players.answer(sides[play.decision.seat], play, play.decision, rng))
    assert play.result is not None
    assert play.result.winner == 0


def test_a_random_game_ends() -> None:
    play, rng = engines.load("chess").new(Shuffle(3)), Random(3)
    while play.waiting:
        step(play, rng)
    assert play.result is not None
