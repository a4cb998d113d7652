"""A play and its ledger in step: whatever is done, a second reader of the file finds the same play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import Reveal
from engines.core.entries import Answer, Corrected, Observed
from engines.core.problems import IllegalEntry, SetupError
from host.ledger import Ledger, LedgerError, Origin
from host.play import opening
from host.play.chronicle import Because, Chronicle, Moment
from host.play.rows import BY_LOT, DEALT, SAID, SHOWN

BECAUSE, NOW = Because(SAID, Origin.SCREEN), Moment(1_000)
HOUSE = Because("Apprentice has decided.", Origin.HOUSE, "apprentice")


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as made:
        yield made


@pytest.fixture
def chronicle(ledger):
    return begun(ledger)


def begun(ledger):
    companion = opening.begin(ledger, "armada", "grid", 0)
    return Chronicle(companion.game, companion.stage, ledger)


def reopened(chronicle):
    return Chronicle(chronicle._game, chronicle._stage, chronicle._ledger)


def say(chronicle, text, because=BECAUSE):
    return chronicle.feed(Answer(chronicle.play.decision.id, chronicle.play.parse(text)), because, NOW)


def name(chronicle, card, because=BECAUSE):
    return chronicle.feed(Observed(chronicle.play.waiting[0].token, card), because, NOW)


def live(chronicle):
    return [line.text for line in chronicle.lines if line.kind != "takeback" and not line.is_taken_back]


# ---- forward ---------------------------------------------------------------------------------------------


def test_what_is_fed_is_on_disk_when_anybody_sees_it(chronicle, ledger):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    with Ledger.open(ledger.path, check=False) as second:
        rows = list(second.entries())
    assert [row.text for row in rows] == [line.text for line in chronicle.lines] == ["drew hub-2", "move ship-1 north"]
    assert [(row.seat, row.why, row.origin) for row in rows] == [(0, SAID, Origin.SCREEN)] * 2
    assert rows[-1].digest == chronicle.play.digest() != rows[0].digest != ""


def test_what_the_rules_forbid_leaves_no_trace(chronicle, ledger):
    name(chronicle, "hub-2")
    digest = chronicle.play.digest()
    with pytest.raises(IllegalEntry, match="Nobody needs to know"):
        chronicle.feed(Observed(0, "gun-1"), BECAUSE, NOW)
    assert chronicle.play.digest() == digest
    assert len(list(ledger.entries())) == len(chronicle.lines) == 1


def test_an_answer_that_cannot_be_written_was_never_given(chronicle, ledger):
    name(chronicle, "hub-2")
    digest, lines = chronicle.play.digest(), list(chronicle.lines)
    pages = ledger._db.execute("PRAGMA page_count").fetchone()[0]
    ledger._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LedgerError, match="cannot be written"):
        say(chronicle, "move ship-1 north", Because("long " * 40_000, Origin.SCREEN))
    assert (chronicle.play.digest(), chronicle.lines, chronicle.before) == (digest, lines, [])
    ledger._db.execute("PRAGMA max_page_count = 1000000")
    say(chronicle, "move ship-1 north")
    assert live(chronicle) == ["drew hub-2", "move ship-1 north"]


def test_what_was_seen_before_names_itself_again(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    chronicle.undo(1, BECAUSE, NOW)
    assert live(chronicle) == ["drew hub-2"]
    say(chronicle, "draw")
    assert live(chronicle)[-2:] == ["draw", "drew gun-3"]
    assert chronicle.lines[-1].why == "Seen before."


def last_by_a_person(chronicle):
    say(chronicle, "move ship-1 north")


def last_drawn_and_named(chronicle):
    say(chronicle, "draw")
    name(chronicle, "gun-3")


def last_corrected(chronicle):
    chronicle.feed(Corrected("ship-1.energy", 4, "a cube was forgotten", "a player"), BECAUSE, NOW)


def last_of_a_turn_with_the_name_of_the_next_player(chronicle):
    say(chronicle, "move ship-1 north")
    say(chronicle, "move ship-1 east")
    name(chronicle, "gun-3", Because(SHOWN, Origin.PAD))


def last_before_a_house_player_answered(chronicle):
    last_of_a_turn_with_the_name_of_the_next_player(chronicle)
    say(chronicle, "move ship-2 south", HOUSE)


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        (last_by_a_person, []),
        (last_drawn_and_named, []),
        (last_corrected, []),
        (last_of_a_turn_with_the_name_of_the_next_player, ["move ship-1 north"]),
        (last_before_a_house_player_answered, ["move ship-1 north"]),
    ],
)
def test_one_step_takes_back_the_last_answer_of_a_person_with_all_that_followed(chronicle, answer, stays):
    name(chronicle, "hub-2")
    answer(chronicle)
    digest = chronicle.play.digest()
    assert chronicle.undo_said(1, BECAUSE, NOW, with_names=True) >= 1
    for story in (chronicle, reopened(chronicle)):
        assert live(story) == ["drew hub-2", *stays]
    while chronicle.redo(BECAUSE, NOW):
        pass
    assert chronicle.play.digest() == digest


def test_where_nobody_has_answered_there_is_nothing_to_take_back_but_a_name(chronicle):
    name(chronicle, "hub-2")
    assert chronicle.undo_said(1, BECAUSE, NOW, with_names=True) == 0
    assert live(chronicle) == ["drew hub-2"]


def test_a_slip_that_was_seen_before_can_be_taken_back_by_itself(chronicle):
    """Else a card that was shown by mistake would come back with every answer that reveals it."""
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    chronicle.undo(1, BECAUSE, NOW)
    say(chronicle, "draw")
    for story in (chronicle, reopened(chronicle)):
        assert live(story)[-2:] == ["draw", "drew gun-3"]
    chronicle.undo_said(1, BECAUSE, NOW)
    assert chronicle.lines[-1].text == "a name taken back"
    assert isinstance(chronicle.play.waiting[0], Reveal)
    name(chronicle, "gun-2")
    assert live(reopened(chronicle))[-2:] == ["draw", "drew gun-2"]


def test_it_remembers_what_the_table_showed_before_each_answer(chronicle):
    name(chronicle, "hub-2")
    start = chronicle._stage.scene(chronicle.play).signature
    say(chronicle, "move ship-1 north")
    moved = chronicle._stage.scene(chronicle.play).signature
    say(chronicle, "move ship-1 north")
    assert chronicle.before == [start, moved]
    chronicle.undo(1, BECAUSE, NOW)
    assert chronicle.before == [start]


# ---- back and forth ----------------------------------------------------------------------------------------


def test_more_is_asked_back_than_there_is(chronicle):
    assert chronicle.undo(3, BECAUSE, NOW) == 0
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    assert chronicle.undo(3, BECAUSE, NOW) == 1
    assert not chronicle.can_undo
    assert chronicle.can_redo


def test_an_answer_is_done_again_with_all_that_came_behind_it_and_the_next_one_is_not(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3", Because(SHOWN, Origin.RULES, "the table"))
    say(chronicle, "move ship-1 north")
    name(chronicle, "gun-2", Because(SHOWN, Origin.RULES, "the table"))
    whole = live(chronicle)
    assert whole == ["drew hub-2", "draw", "drew gun-3", "move ship-1 north", "drew gun-2"]
    chronicle.go_to(0, BECAUSE, NOW)
    assert live(chronicle) == []
    for count in (3, 5):
        assert chronicle.redo_answer(BECAUSE, NOW)
        assert live(chronicle) == whole[:count] == live(reopened(chronicle))
    assert not chronicle.redo_answer(BECAUSE, NOW)


def test_people_take_back_what_people_said_and_what_house_players_answered_since(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    say(chronicle, "move ship-1 north", HOUSE)
    assert chronicle.undo_said(1, BECAUSE, NOW) == 2
    assert live(chronicle) == ["drew hub-2"]


def test_house_players_alone_are_taken_back_one_by_one(chronicle):
    name(chronicle, "hub-2", Because("Dealt by the virtual table.", Origin.DEALT, "the virtual table"))
    say(chronicle, "move ship-1 north", HOUSE)
    say(chronicle, "move ship-1 east", HOUSE)
    assert chronicle.undo_said(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2", "move ship-1 north"]


def test_a_name_that_was_a_slip_is_forgotten(chronicle):
    name(chronicle, "hub-2")
    assert chronicle.undo_said(1, BECAUSE, NOW) == 1
    assert isinstance(chronicle.play.waiting[0], Reveal)
    assert chronicle.lines[-1].text == "a name taken back"
    name(chronicle, "gun-3")
    assert live(reopened(chronicle)) == ["drew gun-3"]


def test_another_answer_takes_the_place_of_what_was_taken_back(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    gone = chronicle.lines[-1].number
    chronicle.undo(1, BECAUSE, NOW)
    say(chronicle, "move ship-1 east")
    assert not chronicle.redo(BECAUSE, NOW)
    assert not chronicle.go_to(gone, BECAUSE, NOW)
    assert not chronicle.go_to(12_345, BECAUSE, NOW)
    assert [line.text for line in chronicle.lines if line.is_taken_back] == ["move ship-1 north"]


def test_going_to_where_one_is_writes_nothing(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    lines = list(chronicle.lines)
    assert chronicle.go_to(lines[-1].number, BECAUSE, NOW)
    assert chronicle.lines == lines


@pytest.mark.parametrize("reason", [DEALT, BY_LOT])
def test_whatever_reason_a_person_gives_can_be_taken_back(chronicle, reason):
    name(chronicle, "hub-2")
    chronicle.feed(Corrected("ship-1.energy", 5, reason, "a player"), Because(reason, Origin.SCREEN), NOW)
    assert chronicle.can_undo
    assert chronicle.undo_said(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2"]


def test_a_position_holds_from_where_it_was_taken(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    digest = chronicle.play.digest()
    chronicle.take_position(chronicle.play.position(), BECAUSE, NOW)
    assert chronicle.play.position() == reopened(chronicle).play.position()
    assert chronicle.before == []
    assert chronicle.lines[-1].kind == "import"
    chronicle.undo(1, BECAUSE, NOW)
    assert chronicle.play.digest() == digest


def test_an_impossible_position_changes_nothing(chronicle):
    digest = chronicle.play.digest()
    with pytest.raises(SetupError, match="ships"):
        chronicle.take_position({"ships": "none"}, BECAUSE, NOW)
    assert (chronicle.play.digest(), chronicle.lines) == (digest, [])


# ---- what the table settled by itself ------------------------------------------------------------------------

DEALT_CARD = Because(DEALT, Origin.DEALT, "the virtual table")


def with_dealt_cards(chronicle):
    """Two answers, with cards that the table has dealt by itself before, between and behind them."""
    name(chronicle, "hub-2", DEALT_CARD)
    say(chronicle, "draw")
    name(chronicle, "gun-3", DEALT_CARD)
    say(chronicle, "draw")
    name(chronicle, "gun-4", DEALT_CARD)
    return ["drew hub-2", "draw", "drew gun-3", "draw", "drew gun-4"]


def holds(chronicle, rows):
    return live(chronicle) == rows == live(reopened(chronicle))


def test_the_beginning_is_behind_what_the_table_settled_by_itself(chronicle):
    whole = with_dealt_cards(chronicle)
    assert chronicle.go_to(0, BECAUSE, NOW)
    assert holds(chronicle, whole[:1])
    lines = list(chronicle.lines)
    assert chronicle.go_to(0, BECAUSE, NOW)
    assert chronicle.lines == lines
    assert not chronicle.can_undo
    assert chronicle.redo(BECAUSE, NOW)
    assert holds(chronicle, whole)


@pytest.mark.parametrize(("line", "kept"), [(0, 1), (1, 3), (2, 3), (3, 5), (4, 5)])
def test_whoever_goes_to_a_line_is_behind_what_the_table_settled_then(chronicle, line, kept):
    whole = with_dealt_cards(chronicle)
    numbers = [row.number for row in chronicle.lines]
    chronicle.go_to(0, BECAUSE, NOW)
    assert chronicle.go_to(numbers[line], BECAUSE, NOW)
    assert holds(chronicle, whole[:kept])


@pytest.mark.parametrize(("answers", "kept"), [(1, 3), (2, 1), (3, 1)])
def test_undo_and_redo_keep_answers_and_what_was_dealt_for_them_together(chronicle, answers, kept):
    whole = with_dealt_cards(chronicle)
    assert chronicle.undo_said(answers, BECAUSE, NOW) == min(answers, 2)
    assert holds(chronicle, whole[:kept])
    for count in range(kept + 2, 6, 2):
        assert chronicle.redo_answer(BECAUSE, NOW)
        assert holds(chronicle, whole[:count])
    assert not chronicle.redo_answer(BECAUSE, NOW)
    assert not chronicle.can_redo
    assert chronicle.undo(answers, BECAUSE, NOW) == min(answers, 2)
    assert holds(chronicle, whole[:kept])
    assert chronicle.redo(BECAUSE, NOW)
    assert holds(chronicle, whole)


def test_how_many_answers_were_taken_back_is_told(chronicle):
    with_dealt_cards(chronicle)
    chronicle.undo(1, BECAUSE, NOW)
    assert chronicle.lines[-1].text == "1 answer taken back"
    chronicle.redo(BECAUSE, NOW)
    assert chronicle.lines[-1].text == "done again"
    chronicle.undo_said(2, BECAUSE, NOW)
    assert chronicle.lines[-1].text == "2 answers taken back"
    assert [line.is_taken_back for line in chronicle.lines[:5]] == [False, True, True, True, True]


# ---- names and slips -----------------------------------------------------------------------------------------


def test_a_name_that_was_told_since_the_last_answer_may_be_all_that_the_table_takes_back(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    assert chronicle.undo_shown(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2", "draw"]
    assert chronicle.lines[-1].text == "a name taken back"
    assert chronicle.undo_shown(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2"]


@pytest.mark.parametrize("by", [DEALT_CARD, Because(SHOWN, Origin.RULES, "the table")])
def test_a_name_that_nobody_told_is_taken_back_with_its_answer(chronicle, by):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3", by)
    assert chronicle.undo_shown(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2"]


def test_of_two_answers_that_the_table_takes_back_no_name_stays(chronicle):
    name(chronicle, "hub-2")
    for card in ("gun-3", "gun-4"):
        say(chronicle, "draw")
        name(chronicle, card)
    assert chronicle.undo_shown(2, BECAUSE, NOW) == 2
    assert live(chronicle) == ["drew hub-2"]


def test_a_name_told_before_the_last_answer_is_not_taken_back_with_it(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    say(chronicle, "move ship-1 north")
    assert chronicle.undo_shown(1, BECAUSE, NOW) == 1
    assert live(chronicle) == ["drew hub-2", "draw", "drew gun-3"]


def is_known(chronicle, card="hub-2"):
    """Tell whether a card that was seen once need not be asked for any more."""
    return card in {entry.card for entry in chronicle.play.seen.values()}


def test_a_slip_that_is_done_again_is_known_again(chronicle):
    name(chronicle, "hub-2")
    chronicle.undo_said(1, BECAUSE, NOW)
    for story in (chronicle, reopened(chronicle)):
        assert not is_known(story)
    chronicle.redo(BECAUSE, NOW)
    say(chronicle, "move ship-1 north")
    chronicle.go_to(0, BECAUSE, NOW)
    for story in (chronicle, reopened(chronicle)):
        assert is_known(story)


def test_a_slip_that_is_taken_back_twice_stays_forgotten(chronicle):
    name(chronicle, "hub-2")
    for _ in range(2):
        chronicle.undo_said(1, BECAUSE, NOW)
        assert not is_known(chronicle)
        chronicle.redo(BECAUSE, NOW)
        assert is_known(chronicle)


def test_a_name_behind_an_answer_that_is_taken_back_stays_known(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    chronicle.go_to(0, BECAUSE, NOW)
    for story in (chronicle, reopened(chronicle)):
        assert is_known(story)
        assert is_known(story, "gun-3")


def test_what_the_virtual_table_dealt_is_no_slip(chronicle):
    name(chronicle, "hub-2", DEALT_CARD)
    say(chronicle, "draw")
    name(chronicle, "gun-3", DEALT_CARD)
    chronicle.undo_said(1, BECAUSE, NOW)
    say(chronicle, "draw")
    assert live(chronicle)[-1] == "drew gun-3"


def test_each_step_of_a_person_is_an_answer_or_a_name(chronicle):
    name(chronicle, "hub-2")
    say(chronicle, "draw")
    name(chronicle, "gun-3")
    say(chronicle, "move ship-1 north")
    whole = live(chronicle)
    assert [chronicle.undo_said(1, BECAUSE, NOW) for _ in range(5)] == [1, 1, 1, 1, 0]
    assert live(chronicle) == []
    for _ in range(4):
        chronicle.redo(BECAUSE, NOW)
    assert live(chronicle) == whole
    assert chronicle.undo_said(2, BECAUSE, NOW) == 1
    assert live(chronicle) == whole[:2]


# ---- reading it back ---------------------------------------------------------------------------------------


def test_a_ledger_without_a_game_is_refused(ledger, tmp_path):
    with Ledger.open(tmp_path / "other.ledger") as other:
        companion = opening.begin(other, "armada", "grid", 0)
        with pytest.raises(LedgerError, match="holds no game"):
            Chronicle(companion.game, companion.stage, ledger)


def test_a_line_that_cannot_be_is_named(chronicle, ledger):
    name(chronicle, "hub-2")
    say(chronicle, "move ship-1 north")
    number = chronicle.lines[-1].number
    ledger._db.execute("UPDATE entries SET entry = replace(entry, 'north', 'nowhere') WHERE id = ?", (number,))
    with pytest.raises(LedgerError, match=f"cannot be resumed: line {number} .* deadfall ledger show {ledger.path}"):
        reopened(chronicle)


Deed = st.tuples(
    st.sampled_from(["answer", "answer", "house", "correct", "undo", "said", "redo", "to"]), st.integers(0)
)


@settings(max_examples=25)
@given(st.lists(Deed, max_size=25))
def test_whatever_is_done_a_second_reader_finds_the_same(tmp_path_factory, deeds):
    with Ledger.open(tmp_path_factory.mktemp("fold") / "game.ledger", synchronous="OFF") as ledger:
        chronicle = begun(ledger)
        for deed, number in deeds:
            do(chronicle, deed, number)
        second = reopened(chronicle)
        assert second.play.digest() == chronicle.play.digest()
        assert second.lines == chronicle.lines
        assert second.before == chronicle.before
        assert (second.can_undo, second.can_redo) == (chronicle.can_undo, chronicle.can_redo)
        assert {token: entry.card for token, entry in second.play.seen.items()} == {
            token: entry.card for token, entry in chronicle.play.seen.items()
        }


def do(chronicle, deed, number):
    """Do something that is possible now, chosen by a number."""
    rng = Random(number)
    if deed in ("answer", "house"):
        answer(chronicle, rng, HOUSE if deed == "house" else BECAUSE)
    elif deed == "correct":
        entry = Corrected("ship-1.energy", rng.randint(1, 5), "counted", "a player")
        if chronicle.play.verify(entry) is None:
            chronicle.feed(entry, BECAUSE, NOW)
    elif deed == "undo":
        chronicle.undo(1 + number % 3, BECAUSE, NOW)
    elif deed == "said":
        chronicle.undo_said(1 + number % 2, BECAUSE, NOW)
    elif deed == "redo":
        chronicle.redo(BECAUSE, NOW)
    else:
        lines = [0, *(line.number for line in chronicle.lines)]
        chronicle.go_to(rng.choice(lines), BECAUSE, NOW)


def answer(chronicle, rng, because):
    if not chronicle.play.waiting:
        return
    item = chronicle.play.waiting[0]
    if isinstance(item, Reveal):
        name(chronicle, rng.choice(sorted(chronicle.play.candidates(item.token))), because)
    else:
        choice = rng.choice(list(chronicle.play.options(item).enumerate()))
        chronicle.feed(Answer(item.id, choice), because, NOW)
