from __future__ import annotations

from dataclasses import replace

import pytest

from host.app.answer_tree import level
from host.app.marks import Doubt, Lie, Marks, badges_of, doubts_of, ghosts_of, marks_of, outlines_of, touched, within
from host.play.commands import Pick
from host.play.picture import Button
from host.referee.verdicts import Step
from tests.host.app import samples
from tests.host.app.rig import middle, with_prompt


def test_a_table_that_shows_what_it_should_has_no_doubts() -> None:
    marks = marks_of(middle(), None)
    assert marks.doubts == ()
    assert marks.ghosts == ()
    assert marks.step is None


def test_each_ship_has_an_outline_of_all_its_tiles() -> None:
    picture = middle()
    outlines = outlines_of(picture)
    assert {tile for outline in outlines for tile in outline.tiles} == {piece.tile for piece in picture.pieces}
    assert sorted(len(outline.tiles) for outline in outlines) == sorted(
        len(card.tiles) for seat in picture.seats for card in seat.cards
    )


def test_a_piece_on_a_wrong_tile_puts_both_tiles_in_doubt() -> None:
    picture = samples.guiding(middle())
    step = picture.prompt.step
    assert step is not None
    assert {doubt.tile for doubt in doubts_of(picture)} == {step.source, step.target}
    assert not any(doubt.is_calm for doubt in doubts_of(picture))


def test_while_somebody_is_at_work_doubts_are_calm() -> None:
    picture = with_prompt(samples.guiding(middle()), kind="wait")
    assert all(doubt.is_calm for doubt in doubts_of(picture))


@pytest.mark.parametrize("change", ["unplugged", "masked"])
def test_reeds_that_mean_nothing_raise_no_doubts(change: str) -> None:
    picture = samples.guiding(middle())
    if change == "unplugged":
        picture = replace(picture, is_linked=False)
    else:
        picture = replace(picture, confidence=bytes(len(picture.tiles)))
        assert marks_of(picture).blind == tuple(range(len(picture.tiles)))
    assert doubts_of(picture) == ()


def test_a_piece_that_lies_elsewhere_or_turned_has_a_ghost() -> None:
    picture = middle()
    lies = {piece.name: Lie(piece.tile, piece.facing) for piece in picture.pieces}
    assert ghosts_of(picture, lies) == ()
    turned, missing = picture.pieces[0], picture.pieces[1]
    lies[turned.name] = Lie(turned.tile, (turned.facing + 1) % 4)
    del lies[missing.name]
    assert ghosts_of(picture, lies) == (turned, missing)


def test_candidates_on_one_tile_share_a_badge_that_is_lit_with_any_of_them() -> None:
    picture = samples.asking(middle())
    (badge,) = badges_of(picture)
    assert (badge.text, badge.is_lit) == ("1/2", True)
    third = replace(picture.prompt.buttons[0], key="3")
    (badge,) = badges_of(with_prompt(picture, buttons=(*picture.prompt.buttons[:2], third)))
    assert badge.text == "1…3"
    (badge,) = badges_of(with_prompt(picture, lit=None))
    assert not badge.is_lit
    assert badges_of(with_prompt(picture, kind="turn")) == ()


def test_a_badge_shows_the_key_that_the_bar_shows() -> None:
    buttons = tuple(Button(f"gun-{number}", Pick(number), tile=number) for number in range(12))
    badges = badges_of(with_prompt(samples.asking(middle()), buttons=buttons, lit=None))
    assert [badge.text for badge in badges] == [choice.key for choice in level(buttons).choices] == list("1234567890AB")


def test_only_tiles_whose_marks_differ_are_touched() -> None:
    old = Marks(doubts=(Doubt(3, 1, False), Doubt(8, 1, False)), blind=(5,), pointed=(6, 7))
    new = Marks(doubts=(Doubt(3, 1, False), Doubt(8, 1, True)), blind=(5, 6), pointed=(7,))
    assert touched(old, old) == set()
    assert touched(old, new) == touched(new, old) == {(8,), (6,)}


def test_a_step_touches_both_its_ends() -> None:
    step = Step("move", "blue.gun-1", 4, 40, 1)
    assert touched(Marks(), Marks(step=step)) == {(4, 40)}
    assert touched(Marks(step=step), Marks(step=Step("take", None, 4, None, 0))) == {(4, 40), (4,)}


def test_a_tile_that_is_marked_in_two_ways_is_touched_when_one_of_them_goes() -> None:
    assert touched(Marks(blind=(5,), pointed=(5,)), Marks(blind=(5,))) == {(5,)}


def test_marks_of_tiles_that_are_not_seen_are_left_out() -> None:
    marks = marks_of(samples.guiding(middle()))._replace(pointed=(1, 2), blind=(2, 3))
    seen = within(marks, lambda tile: tile == marks.doubts[0].tile or tile == 2)
    assert seen.doubts == marks.doubts[:1]
    assert (seen.pointed, seen.blind) == ((2,), (2,))
    assert seen.step == marks.step
    assert within(marks, lambda _: True) == marks
