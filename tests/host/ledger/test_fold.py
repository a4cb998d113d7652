"""Undo, redo and go-to are one thing: which part of the line holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.ledger import EntryRow, Origin
from host.ledger.fold import Fold, since_import

STEPS = st.lists(st.one_of(st.just("answer"), st.just("import"), st.floats(0, 1)), max_size=40)


def row(id_, kind="answer", keep=0):
    entry = {"takeback": {"keep": keep}, "import": {"position": {}}}.get(kind, {})
    return EntryRow(id_, 0, kind, entry, f"{kind} {id_}", None, "", 100, (), "", 0, 0, "", Origin.SCREEN)


def folded(steps):
    """Fold steps: a number is a take-back that keeps that share of the line."""
    fold, rows = Fold(), []
    for id_, step in enumerate(steps, 1):
        if isinstance(step, float):
            rows.append(row(id_, "takeback", round(step * len(fold.line))))
        else:
            rows.append(row(id_, step))
        fold.take(rows[-1])
    return fold, rows


@given(STEPS)
def test_what_is_live_and_undone_was_written_once_and_in_order(steps):
    fold, rows = folded(steps)
    ids = [row.id for row in (*fold.live, *fold.undone)]
    assert ids == sorted(set(ids))
    assert not any(row.kind == "takeback" for row in fold.line)
    assert fold.last == len(rows)


@given(STEPS, st.integers(1, 5))
def test_taking_back_what_was_written_is_as_before(steps, count):
    fold, _ = folded(steps)
    before = fold.live
    for id_ in range(count):
        fold.take(row(1000 + id_))
    fold.take(row(2000, "takeback", len(before)))
    assert fold.live == before
    assert [row.id for row in fold.undone] == list(range(1000, 1000 + count))


@given(STEPS, st.floats(0, 1))
def test_what_was_taken_back_can_be_done_again(steps, share):
    fold, _ = folded(steps)
    before, count = (fold.live, fold.undone), fold.count
    fold.take(row(1000, "takeback", round(share * len(fold.line))))
    fold.take(row(1001, "takeback", count))
    assert (fold.live, fold.undone) == before


@given(STEPS)
def test_a_new_answer_empties_what_can_be_done_again(steps):
    fold, _ = folded(steps)
    before = fold.live
    fold.take(row(1000))
    assert (fold.live, fold.undone) == ([*before, row(1000)], [])


@given(STEPS, st.integers(0, 40))
def test_the_fold_does_not_care_where_it_was_interrupted(steps, cut):
    fold, rows = folded(steps)
    again = Fold(rows[:cut])
    for row_ in rows[cut:]:
        again.take(row_)
    assert (again.live, again.undone) == (fold.live, fold.undone)


@given(STEPS)
def test_the_root_is_the_last_import_that_holds(steps):
    fold, _ = folded(steps)
    root, rest = since_import(fold.live)
    assert not any(row.kind == "import" for row in rest)
    assert fold.live[-len(rest) - 1 if root else 0 :] == ([root, *rest] if root else rest)


@pytest.mark.parametrize("keep", [-1, 3])
def test_what_is_not_there_cannot_be_kept(keep):
    fold = Fold([row(1), row(2)])
    with pytest.raises(ValueError, match=f"keeps {keep} entries, and there are 2"):
        fold.take(row(3, "takeback", keep))
    assert (fold.count, fold.last) == (2, 2)
