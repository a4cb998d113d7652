"""Every card of a hand shows its whole number, however many lie over it."""

from __future__ import annotations

import pytest

from hardware import profiles
from host.app.saw_art import number_box
from host.app.saw_layout import CARD_MM, SawGeometry


@pytest.mark.parametrize("profile", ["bench", "pocket", "none"])
@pytest.mark.parametrize("count", [1, 5, 9, 10, 11, 15, 20, 40])
def test_a_number_stands_where_no_other_card_lies(profile: str, count: int) -> None:
    layout = SawGeometry(profiles.load(profile), 2)
    for number in range(count):
        seen = layout.seen_in_hand(0, number, count)
        box = number_box(seen)
        covered = layout.in_hand(0, number + 1, count).x() - layout.in_hand(0, number, count).x()
        assert number == count - 1 or seen == pytest.approx(min(1.0, covered / layout.card[0]))
        assert -CARD_MM[0] / 2 < box.left() < box.right() < CARD_MM[0] * (seen - 0.5)
