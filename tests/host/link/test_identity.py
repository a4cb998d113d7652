"""Who is there, and what it says that it is."""

import json
from binascii import crc32
from struct import pack

import pytest

from firmware import wire
from host.link import Described, Happening
from host.link.complaints import MOST, Complaints
from host.link.description import Description
from host.link.frames import Outbox, frame
from host.link.identity import Banner, read_banner, read_caps
from host.link.requests import NEVER, Requests
from host.link.statistics import Statistics
from tests.host.link.page import told
from tests.host.link.test_session import decode

UID = bytes.fromhex("0123456789abcdef")
RETRY_MS, MAX_CACHED, PATIENCE = (told("description.py", name) for name in ("RETRY_MS", "MAX_CACHED", "PATIENCE"))


# ---- the banner ----


def banner(n=None):
    payload = pack("<BBBBBB8sIBHI", 1, 2, 3, 4, 5, 6, UID, 7, 8, 9, 10)
    (raw,) = decode(frame(wire.BANNER, 0, 0, 1, 2, 3, 4, 5, 6, UID, 7, 8, 9, 10))
    assert raw[3:] == payload
    return read_banner(memoryview(raw), len(raw) if n is None else n)


def test_every_field_of_a_banner_is_read_into_its_place():
    assert banner() == Banner(1, 2, 3, "4.5.6", UID.hex(), 7, 8, 9, 10)
    assert banner(wire.HEADER + 24) is None
    assert banner(wire.HEADER + 25) is not None


# ---- capabilities ----


def caps(**more):
    return {"tiles": 99, **more}


@pytest.mark.parametrize(("name", "most"), [("tiles", 240), ("buttons", 8), ("pads", 64)])
def test_a_count_is_a_whole_number_that_the_page_allows(name, most):
    for value in (0, 1, most):
        assert read_caps(json.dumps(caps(**{name: value})).encode())[name] == value
    for value in (-1, most + 1, 1.0, True, "1", None, [1]):
        with pytest.raises(ValueError, match=f'"{name}" must be a whole number from 0 to {most}'):
            read_caps(json.dumps(caps(**{name: value})).encode())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is no JSON$"),
        (b"{", "it is no JSON$"),
        (b"\xff", "it is no JSON$"),
        (b"[" * 5000, "it is no JSON$"),
        (b"[]", "it is no JSON object"),
        (b"7", "it is no JSON object"),
        (b'{"buttons": 1}', '"tiles" is missing'),
    ],
)
def test_what_is_no_description_is_said(data, words):
    with pytest.raises(ValueError, match=words):
        read_caps(data)


def test_every_text_in_a_description_is_made_plain_wherever_it_stands():
    bell = "ring\x07"
    found = read_caps(json.dumps(caps(fw=bell, deep=[bell, {bell: [bell, 5, None, 1.5, True]}], ok="ok")).encode())
    (plainly,) = {found["fw"], found["deep"][0], *found["deep"][1]}
    assert plainly.startswith("ring")
    assert plainly.isprintable()
    assert found["deep"][1][plainly] == [plainly, 5, None, 1.5, True]
    assert (found["tiles"], found["ok"]) == (99, "ok")


@pytest.mark.parametrize(("size", "kept"), [(1, 1), (64, 64), (65, 64)])
def test_the_name_of_a_profile_has_as_many_characters_as_the_page_allows(size, kept):
    assert read_caps(json.dumps(caps(profile="é" * size)).encode())["profile"] == "é" * kept


def test_a_profile_that_is_no_text_becomes_one_and_none_stays_none():
    assert read_caps(json.dumps(caps(profile=7)).encode())["profile"] == "7"
    assert "profile" not in read_caps(b'{"tiles": 0}')


# ---- fetching them ----


class Desk:
    """A description that is fetched by hand."""

    def __init__(self, cache=None):
        self.outbox = Outbox()
        self.outbox.sid = 1
        self.requests = Requests(self.outbox, Statistics())
        self.described, self.said = [], []
        self.cache = {} if cache is None else cache
        complaints = Complaints(self.said.append)
        self.description = Description(self.requests, self.cache, self.described.append, complaints)

    def begin(self, data, now=0, length=None):
        length = len(data) if length is None else length
        self.description.begin(Banner(1, 1, 0, "1.0.0", UID.hex(), 1, 0, length, crc32(data)), now)
        return self

    def asked(self, now):
        """Return the numbers of the requests that go out."""
        self.description.tick(now)
        self.requests.tick(now)
        return [frame[2] for frame in decode(self.outbox.take()) if frame[0] == wire.CAPS_GET]

    def fetch(self, data, now):
        """Answer what is asked for."""
        (rid,) = self.asked(now)
        self.requests.answered(wire.CAPS, rid, pack("<HH", len(data), 0) + data, now)
        return self

    def refuse(self, now):
        (rid,) = self.asked(now)
        self.requests.answered(wire.RESP, rid, bytes((wire.CAPS_GET, wire.TRY_LATER)), now)


def text(number):
    return json.dumps({"tiles": number}).encode()


def test_a_description_is_fetched_once_and_then_known():
    desk = Desk().begin(text(1), 5)
    assert (desk.description.caps, desk.description.due) == ({}, 5)
    desk.fetch(text(1), 6)
    assert (desk.description.caps, desk.described, desk.description.due) == ({"tiles": 1}, [6], NEVER)
    desk.begin(text(1), 8)
    assert (desk.description.caps, desk.described, desk.asked(9)) == ({"tiles": 1}, [6, 8], [])
    desk.begin(text(2), 10)
    assert (desk.description.caps, len(desk.asked(11))) == ({}, 1), "another one has to be fetched"


def test_it_is_not_asked_for_while_the_answer_is_on_its_way():
    desk = Desk().begin(text(1))
    assert (len(desk.asked(0)), desk.asked(1)) == (1, [])


def test_as_many_are_remembered_as_the_page_says_and_the_oldest_goes():
    desk = Desk()
    for number in range(MAX_CACHED + 1):
        desk.begin(text(number)).fetch(text(number), 1)
        assert len(desk.cache) == min(number + 1, MAX_CACHED)
    assert [number for number in range(MAX_CACHED + 1) if text(number) not in desk.cache.values()] == [0]


def test_boards_of_one_cache_know_what_another_has_fetched():
    cache = {}
    Desk(cache).begin(text(1)).fetch(text(1), 1)
    assert Desk(cache).begin(text(1), 4).described == [4]


def test_the_longest_description_is_asked_for_and_a_longer_one_is_not():
    longest = text(1).ljust(8_192)
    desk = Desk().begin(longest)
    assert len(desk.asked(1)) == 1
    assert desk.said == []
    desk = Desk().begin(longest + b" ")
    assert desk.asked(1 << 50) == []
    (sentence,) = desk.said
    assert "in 8,193 bytes, and 8,192 are the most" in sentence


def test_another_text_than_was_announced_is_said_at_once_and_asked_for_again():
    for announced in (text(1), text(1).ljust(40)):
        desk = Desk().begin(announced, length=len(text(1)))
        wrong = text(2) if announced == text(1) else text(1)
        desk.fetch(wrong, 3)
        assert (desk.described, desk.description.caps, desk.cache) == ([], {}, {})
        assert [sentence for sentence in desk.said if "other bytes than its banner announces" in sentence]
        assert desk.description.due == 3 + RETRY_MS
        assert desk.asked(3 + RETRY_MS - 1) == []
        assert len(desk.asked(3 + RETRY_MS)) == 1


def test_a_description_that_is_not_given_is_said_when_patience_ends_and_begins_anew_in_each_session():
    desk = Desk()
    for session in range(2):
        desk.begin(text(1), 0)
        desk.description._complaints.forget()
        desk.said.clear()
        for failure in range(1, PATIENCE + 2):
            desk.refuse(failure * RETRY_MS)
            assert len(desk.said) == (failure >= PATIENCE), (session, failure)
        assert "does not say what it is. The board is busy." in desk.said[0]
        desk.fetch(text(1), 99 * RETRY_MS)
        assert desk.described
        desk.cache.clear()


def test_a_description_that_makes_no_sense_is_said_and_not_asked_for_again():
    desk = Desk().begin(b"[]").fetch(b"[]", 1)
    assert (desk.described, desk.description.due, desk.asked(1 << 50)) == ([], NEVER, [])
    assert "cannot read: it is no JSON object." in desk.said[0]
    assert "Nothing is known of its state." in desk.said[0]


def test_what_a_board_is_is_told(table):
    (described,) = table.of(Described)
    assert isinstance(described, Happening)
    assert (described.uid, described.caps) == (table.link.uid, json.loads(table.board.caps))


# ---- complaints ----


def test_each_topic_is_said_once_in_a_session_up_to_the_limit():
    said = []
    complaints = Complaints(said.append)
    for topic in range(MOST + 5):
        complaints.say(str(topic), f"Sentence {topic}.")
        complaints.say(str(topic), "And something else.")
    assert said == list(complaints.standing) == [f"Sentence {topic}." for topic in range(told("complaints.py", "MOST"))]
    assert complaints.has("3")
    assert not complaints.has(str(MOST))
    complaints.forget()
    assert complaints.standing == ()
    complaints.say("3", "Again.")
    assert said[-1] == "Again."
