"""What the judge of the soak makes of a table."""

import pytest

from host.soak.watcher import shown_by
from host.table import Snapshot

OUTCOMES = {bytes([1, 0, 2]): ("east",), bytes([1, 4, 2]): ("north", "south"), bytes([0, 0, 2]): ("west",)}


@pytest.mark.parametrize(
    ("tiles", "left_out", "fitting"),
    [
        ([1, 0, 2], [], ["east"]),
        ([1, 0, 3], [], []),
        ([1, 0, 3], [2], ["east"]),
        ([1, 9, 2], [1], ["east", "north", "south"]),
        ([9, 0, 2], [0], ["east", "west"]),
    ],
)
def test_a_tile_that_is_left_out_shows_whatever_an_answer_would(tiles, left_out, fitting):
    confidence = bytes(0 if tile in left_out else 100 for tile in range(3))
    assert shown_by(Snapshot(0, bytes(tiles), confidence, 0, True), OUTCOMES) == fitting
