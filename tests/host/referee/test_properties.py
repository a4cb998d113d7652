"""What holds for every table, every answer and every order of hands."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from host.referee import Ask, Commit, Guide, Still, TakeBack, TakenBack
from host.table import Scene, Thing
from tests.host.referee.toy import SIDE, TILES, Position, Watcher, answers, outlook

MASKS = st.sampled_from([1, 2, 4, 8])
BLOCKS = ([0], [0, 1], [0, SIDE], [0, 1, SIDE], [0, 1, 2])


@st.composite
def positions(draw):
    taken, bodies = set(), []
    for number in range(draw(st.integers(1, 4))):
        block = draw(st.sampled_from(BLOCKS))
        corner = draw(st.integers(0, TILES - 1))
        tiles = [corner + offset for offset in block]
        width = max(offset % SIDE for offset in block)
        if corner % SIDE + width < SIDE and max(tiles) < TILES and not taken & set(tiles):
            taken |= set(tiles)
            bodies.append(tuple(Thing(f"{number}.{at}", tile, draw(MASKS)) for at, tile in enumerate(tiles)))
    assume(bodies)
    spare = tuple(
        Thing(f"spare-{at}", tile, draw(MASKS))
        for at, tile in enumerate(draw(st.lists(st.integers(0, TILES - 1), max_size=6, unique=True)))
    )
    return Position(tuple(bodies), spare)


@st.composite
def handlings(draw):
    """A position, an answer, and an order in which hands may carry it out: (tile, mask) after each other."""
    position = draw(positions())
    after = answers(position)
    assume(after)
    answer = draw(st.sampled_from(sorted(after)))
    old = {thing.name: thing for thing in position.things}
    to_put = [thing for thing in after[answer].things if old.get(thing.name) != thing]
    to_lift = [thing.name for thing in to_put if thing.name in old]
    occupied = {thing.tile for thing in position.things}
    steps = []
    while to_put:
        can_put = [thing for thing in to_put if thing.tile not in occupied and thing.name not in to_lift]
        if can_put and (not to_lift or draw(st.booleans())):
            thing = draw(st.sampled_from(can_put))
            to_put.remove(thing)
            occupied.add(thing.tile)
            steps.append((thing.tile, thing.mask))
        else:
            name = draw(st.sampled_from(to_lift))
            to_lift.remove(name)
            occupied.discard(old[name].tile)
            steps.append((old[name].tile, 0))
    return position, answer, steps


@given(handlings(), st.data())
def test_whatever_the_order_of_hands_only_that_answer_is_committed(handling, data):
    position, answer, steps = handling
    table = Watcher(position)
    for tile, mask in steps:
        table.set(tile, mask, wait=data.draw(st.integers(0, 340)))
        said = [verdict for verdict in table.verdicts if isinstance(verdict, Commit)]
        assert all(verdict.answers == (answer,) for verdict in said)
    table.wait(1_000)
    assert answer in (table.verdict.candidates if isinstance(table.verdict, Ask) else table.verdict.answers)


@given(positions(), st.data())
def test_what_is_put_back_never_means_anything(position, data):
    table = Watcher(position)
    lifted = data.draw(st.lists(st.sampled_from(position.things), min_size=1, max_size=4, unique=True))
    for thing in lifted:
        table.set(thing.tile, 0, wait=data.draw(st.integers(0, 700)))
    for thing in data.draw(st.permutations(lifted)):
        table.set(thing.tile, thing.mask)
    table.wait(10_000)
    assert table.verdict == Still()
    assert not any(isinstance(verdict, Commit | Ask | TakeBack | Guide) for verdict in table.verdicts)


@given(positions(), st.dictionaries(st.integers(0, TILES - 1), st.sampled_from([0, 1, 2, 4, 8]), max_size=6))
def test_guidance_that_is_followed_leads_home(position, mess):
    table = Watcher(position)
    for tile, mask in mess.items():
        table.set(tile, mask)
    right = Scene(TILES, position.things).signature
    differs = sum((a != b) * ((a > 0) + (b > 0)) for a, b in zip(table.tiles, right, strict=True))
    table.wait(5_000)
    for _ in range(differs):
        if not isinstance(table.verdict, Guide):
            break
        step = table.verdict.step
        if step.source is not None:
            table.set(step.source, 0, wait=100)
        if step.target is not None:
            table.set(step.target, step.mask)
        table.wait(5_000)
    if isinstance(table.verdict, Still):
        assert bytes(table.tiles) == right
    else:  # something was understood on the way, or only lifted things are left in the hand
        assert not isinstance(table.verdict, Guide)


@given(handlings(), st.lists(st.integers(0, 2_000), min_size=12, max_size=12))
def test_the_same_table_gets_the_same_verdicts(handling, waits):
    position, _, steps = handling
    tables = [Watcher(position), Watcher(position)]
    for (tile, mask), wait in zip(steps, waits, strict=False):
        for table in tables:
            table.set(tile, mask, wait=wait)
    assert tables[0].verdicts == tables[1].verdicts


def restored(position, answer, goes_on):
    """From the position after an answer, everything is put back at once; there are other answers if it goes on."""
    before, after = Scene(TILES, position.things).signature, answers(position)[answer]
    table = Watcher(after, past=[before])
    if not goes_on:
        table.referee.expect(replace(outlook(after), outcomes={}), [before], table.now, is_seen=True)
    table.tiles[:] = before
    table.changed_at = table.now
    table.verdicts.append(table.look())
    return table.wait(10_000)


@given(handlings())
def test_a_restored_position_is_asked_about_if_it_may_be_an_answer(handling):
    """What was brought and is taken off again may as well be in a hand."""
    position, answer, _ = handling
    told = restored(position, answer, goes_on=True).verdict
    assert isinstance(told, Ask)
    assert TakenBack(1) in told.candidates


@given(handlings())
def test_a_restored_position_is_taken_back_if_nothing_else_is_possible(handling):
    position, answer, _ = handling
    told = restored(position, answer, goes_on=False).verdict
    if answer.startswith("move"):
        assert isinstance(told, TakeBack)
        assert told.answers == 1
    else:
        assert isinstance(told, Ask)
        assert TakenBack(1) in told.candidates


@given(handlings(), st.lists(st.sampled_from((40, 400, 1_000, 5_000)), min_size=25, max_size=25), st.data())
def test_no_question_has_a_single_candidate(handling, waits, data):
    """What an answer changed is put back, tile by tile."""
    position, answer, _ = handling
    before = Scene(TILES, position.things).signature
    table = Watcher(answers(position)[answer], past=[before])
    changed = [tile for tile in range(TILES) if table.tiles[tile] != before[tile]]
    for tile, wait in zip(data.draw(st.permutations(changed)), waits, strict=False):
        table.set(tile, before[tile], wait=wait)
    table.wait(10_000)
    asked = [told for told in table.verdicts if isinstance(told, Ask)]
    assert asked
    assert all(len(told.candidates) > 1 for told in asked)


@given(handlings(), st.data())
def test_doubt_makes_the_wait_longer_and_changes_no_answer(handling, data):
    position, _, steps = handling
    sure, unsure = Watcher(position), Watcher(position)
    unsure.confidence[:] = bytes([data.draw(st.integers(20, 99))] * TILES)
    for tile, mask in steps:
        sure.set(tile, mask)
        unsure.set(tile, mask)
    is_early = isinstance(sure.verdict, Commit)
    assert not isinstance(unsure.verdict, Commit)
    told = [sure.wait(3_000).verdict, unsure.wait(3_000).verdict]
    assert type(told[0]) is type(told[1])
    if isinstance(told[0], Commit):
        assert told[0].answers == told[1].answers
        assert told[1].confidence < told[0].confidence == 100
    assert is_early or not isinstance(sure.verdicts[-2], Commit)
