"""The story is told in the one order in which it happened."""

from hypothesis import given
from hypothesis import strategies as st

from host.ledger import EntryRow, InputRow, Ledger, Told
from host.ledger.play_book import PAGE
from tests.host.ledger.game import HEAD, answer, facts, play_armada

HAPPENINGS = st.lists(st.sampled_from(["facts", "input", "entry"]), max_size=30)
KINDS = {Told: "facts", InputRow: "input", EntryRow: "entry"}


@given(HAPPENINGS, st.integers(1, 4))
def test_it_is_told_as_it_happened(happenings, count):
    """Only what an entry saw is known, so entries come as early as they can: right behind what they rest on."""
    with Ledger.open(":memory:") as ledger:
        ledger.begin(HEAD)
        noted = 0
        for happening in happenings:
            if happening == "facts":
                facts(ledger, count)
            elif happening == "input":
                noted = ledger.note(1, "command", {}, ledger.last_fact())
            else:
                ledger.write([answer(fact=ledger.last_fact(), input=noted)])
        assert [KINDS[type(item)] for item in ledger.story()] == happenings


def test_what_the_companion_has_not_processed_yet_comes_later(tmp_path):
    """The link's thread is ahead: facts 3 and 4 are on disk while the companion still answers to fact 2."""
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        facts(ledger, 2)
        facts(ledger, 2)
        ledger.write([answer(fact=2)])
        ledger.note(1, "command", {}, 2)
        ledger.write([answer(fact=4, input=1)])
        found = [(KINDS[type(item)], item.id) for item in ledger.story()]
    assert found == [("facts", 2), ("entry", 1), ("input", 1), ("facts", 4), ("entry", 2)]


def test_facts_of_one_commit_stay_together_and_know_when(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        ledger.begin(HEAD)
        facts(ledger, PAGE - 10, at=5)
        facts(ledger, 20, at=6)
        facts(ledger, PAGE + 7, at=6)
        assert [(item.at, len(item.facts)) for item in ledger.story()] == [(5, PAGE - 10), (6, 20), (6, PAGE + 7)]
        assert [fact for item in ledger.story() for fact in item.facts] == list(ledger.facts())


def test_a_story_tells_what_there_was_when_it_began(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        ledger.write([answer("a", fact=facts(ledger, 2))])
        story = ledger.story()
        next(story)
        ledger.write([answer("b", fact=facts(ledger, 2))])
        assert [item.text for item in story] == ["a"]


def test_the_story_of_a_game(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        play = play_armada(ledger, 40)
        story = list(ledger.story())
    entries = [item for item in story if isinstance(item, EntryRow)]
    assert [row.digest for row in entries][-1] == play.digest()
    reached = 0
    for item in story:
        if isinstance(item, Told):
            reached = item.id
        else:
            assert item.fact == reached
