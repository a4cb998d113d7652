"""What the screen of a running game does by itself: which keys it explains."""

from __future__ import annotations

import pytest
from PyQt6.QtWidgets import QApplication, QLabel

from host.app.keys import KeysCard


@pytest.mark.parametrize("has_ships", [True, False])
def test_only_a_game_with_ships_explains_how_to_turn_them(app: QApplication, has_ships: bool) -> None:
    card = KeysCard(True, has_ships=has_ships)
    words = " ".join(each.text() for each in card.findChildren(QLabel))
    assert ("ship" in words) == has_ships
    assert "lift a piece" in words
