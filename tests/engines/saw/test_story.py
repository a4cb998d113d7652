"""The stories of all traps: several frames, each of which reads well with any three parts."""

import re
from collections import Counter
from itertools import combinations, product
from string import Formatter

import pytest

import engines
from engines.saw.story import FRAMES, LONGEST, tell

GAME = engines.load("saw")
PARTS = [[at for at, kind in enumerate(GAME.box.kind) if kind == number] for number in range(3)]
TRAPS = list(product(*PARTS))
STORIES = {faces: GAME.box.story(faces) for faces in TRAPS}
GORE = ("gore", "flesh", "intestine", "scream", "sever", "corpse", "guts")
BEFORE_INFINITIVES = {"is", "have", "courage", "one", "willing", "strength", "ready", "chose", "will"}
"""Words that an infinitive can follow: "you have to …", "the courage to …"."""
BEFORE_NOUNS = {"in", "into", "inside", "of", "stands", "now"}
"""Words inside a sentence that a noun phrase can follow."""


def frame_of(faces: tuple[int, ...]) -> int:
    """Which frame a story is told in: the one that its own fragments turn into it."""
    stories = [GAME.box.designs[face].story for face in faces]
    (found,) = [at for at in range(len(FRAMES)) if tell(at, *stories) == STORIES[faces]]
    return found


def test_there_are_2197_stories_that_all_differ() -> None:
    assert len(TRAPS) == len(set(STORIES.values())) == 2197


def test_the_same_cards_always_have_the_same_story() -> None:
    again = engines.load("saw")
    assert all(again.box.story(faces) == STORIES[faces] for faces in TRAPS[::97])


@pytest.mark.parametrize("at", range(len(FRAMES)))
def test_every_frame_has_each_part_once_where_its_grammar_fits(at: int) -> None:
    pieces = list(Formatter().parse(FRAMES[at]))
    assert sorted(name.lower() for _, name, *_ in pieces if name) == ["escape", "mechanism", "object"]
    for before, name, *_ in pieces:
        last = before.split()[-1].lower() if before.strip() else ""
        if name in ("mechanism", "Object"):  # a sentence begins
            assert before == "" or before.endswith((". ", "? ")), FRAMES[at]
        elif name == "object":
            assert last in BEFORE_NOUNS, FRAMES[at]
        elif name == "escape":
            assert last in BEFORE_INFINITIVES, FRAMES[at]
    after = FRAMES[at].partition("{mechanism}")[2]
    assert after.startswith(". "), "a mechanism is a whole sentence"
    assert FRAMES[at].endswith(("{escape}.", "{escape}?"))


def test_the_frames_begin_and_end_differently() -> None:
    openings = [frame.partition("{mechanism}")[0] or frame.partition("{mechanism}. ")[2][:12] for frame in FRAMES]
    endings = [frame.partition("{escape}")[0].split()[-2:] for frame in FRAMES]
    assert len(set(openings)) == len(FRAMES) >= 8
    assert all(one != other for one, other in combinations(endings, 2))


def test_every_frame_is_used_about_equally_often_and_with_every_part() -> None:
    frames = {faces: frame_of(faces) for faces in TRAPS}
    counts = Counter(frames.values())
    fair = len(TRAPS) / len(FRAMES)
    assert all(0.8 * fair < counts[at] < 1.2 * fair for at in range(len(FRAMES)))
    for part in (face for kind in PARTS for face in kind):
        assert {frame for faces, frame in frames.items() if part in faces} == set(range(len(FRAMES)))


def test_all_stories_are_good_to_read_aloud() -> None:
    for story in STORIES.values():
        assert 20 <= len(story.split()) <= 50, story
        assert len(story) <= 300, story
        assert "  " not in story, story
        assert not re.search(r"[{}]|\b(\w+) \1\b", story), story
        sentences = re.split(r"(?<=[.?]) ", story)
        assert 2 <= len(sentences) <= 4, story
        assert all(sentence[0].isupper() and sentence[-1] in ".?" for sentence in sentences), story
        assert not any(word in story.lower() for word in GORE), story


def test_articles_fit_the_words_that_they_stand_before() -> None:
    for story in STORIES.values():
        for article, letter in re.findall(r"\b([Aa]n?) (\w)", story):
            assert (article.lower() == "an") == (letter in "aeiou"), story


def test_the_longest_frame_is_measured_without_its_fragments() -> None:
    assert max(len(tell(at, "", "", "")) for at in range(len(FRAMES))) == LONGEST
