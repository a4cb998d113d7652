import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.contact import Contact


def samples(contact: Contact, start: float, end: float, step: float = 0.01) -> list[bool]:
    return [contact.closed_at(start + step * n) for n in range(round((end - start) / step) + 1)]


def test_hysteresis() -> None:
    contact = Contact(2.0, 1.0, "a")
    states = []
    for now, field in enumerate((1.5, 3.0, 1.5, 0.5, 1.5)):
        contact.feel(field, now * 100.0)
        states.append(contact.closed_at(now * 100.0 + 50.0))
    assert states == [False, True, True, False, False]


def test_the_sign_of_a_field_does_not_matter() -> None:
    contact = Contact(2.0, 1.0, "a")
    contact.feel(-3.0, 0.0)
    assert contact.closed_at(10.0)


def test_closing_bounces_for_half_a_millisecond_to_one() -> None:
    for seed in range(50):
        contact = Contact(2.0, 1.0, str(seed))
        assert contact.feel(5.0, 100.0)
        assert not contact.closed_at(99.99)
        assert contact.closed_at(100.0)
        assert 100.5 <= contact.settles_at <= 101.0
        assert all(samples(contact, contact.settles_at, 120.0))
    assert not all(samples(contact, 100.0, contact.settles_at, 0.0005))


def test_opening_is_clean() -> None:
    contact = Contact(2.0, 1.0, "a")
    contact.feel(5.0, 0.0)
    contact.feel(0.0, 50.0)
    assert contact.settles_at == 50.0
    assert not any(samples(contact, 50.0, 60.0))


def test_a_field_at_the_edge_chatters_for_at_most_40_ms() -> None:
    for seed in range(50):
        contact = Contact(2.0, 1.0, str(seed))
        contact.feel(2.01, 0.0)
        states = samples(contact, 0.0, 60.0, 0.05)
        changes = sum(a != b for a, b in itertools.pairwise(states))
        assert 5.0 <= contact.settles_at <= 40.0
        assert changes >= 2
        assert states[-1]


def test_chatter_ends_when_the_field_leaves_the_edge() -> None:
    contact = Contact(2.0, 1.0, "a")
    contact.feel(2.01, 0.0)
    contact.feel(5.0, 1.0)
    assert contact.settles_at <= 2.0
    assert contact.closed_at(2.0)


def test_a_change_elsewhere_does_not_cut_a_bounce_short() -> None:
    contact, other = Contact(2.0, 1.0, "a"), Contact(2.0, 1.0, "a")
    contact.feel(5.0, 0.0)
    other.feel(5.0, 0.0)
    other.feel(5.1, 0.1)
    assert samples(contact, 0.2, 2.0) == samples(other, 0.2, 2.0)


FIELDS = st.lists(st.tuples(st.floats(0.0, 60.0), st.floats(-6.0, 6.0)), min_size=1, max_size=12)


@given(fields=FIELDS, polls=st.lists(st.floats(0.0, 50.0), max_size=5))
def test_polling_never_changes_what_a_contact_does(fields: list[tuple[float, float]], polls: list[float]) -> None:
    polled, alone = Contact(2.0, 1.0, "s"), Contact(2.0, 1.0, "s")
    now = 0.0
    for wait, field in fields:
        now += wait
        polled.feel(field, now)
        for later in polls:
            polled.closed_at(now + later)
        alone.feel(field, now)
        assert polled.closed_at(now) == alone.closed_at(now)
    assert samples(polled, now, now + 45.0, 0.5) == samples(alone, now, now + 45.0, 0.5)


@given(fields=FIELDS)
def test_at_rest_a_contact_obeys_its_limits(fields: list[tuple[float, float]]) -> None:
    contact, now = Contact(2.0, 1.0, "s"), 0.0
    for wait, field in fields:
        now += wait
        contact.feel(field, now)
        rests = contact.closed_at(now + 41.0)
        assert rests or abs(field) < 2.0
        assert not rests or abs(field) >= 1.0
