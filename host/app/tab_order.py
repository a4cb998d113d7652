"""Where Tab goes: from part to part of a screen, and within a part as one reads. Qt would go by age."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QScrollArea, QWidget


def tab_order(parts: Sequence[QWidget]) -> list[QWidget]:
    """Return everything that Tab can reach now."""
    return [widget for part in parts for widget in ([part] if _is_stop(part) else []) + _stops_in(part)]


def go_on(parts: Sequence[QWidget], here: QWidget | None, *, is_back: bool) -> bool:
    """Give the focus to the next widget, or to the one before; False if there is none."""
    order = tab_order(parts)
    if not order:
        return False
    step = -1 if is_back else 1
    at = order.index(here) + step if here in order else (-1 if is_back else 0)
    target = order[at % len(order)]
    target.setFocus(Qt.FocusReason.BacktabFocusReason if is_back else Qt.FocusReason.TabFocusReason)
    _bring_into_view(target)
    return True


def _stops_in(part: QWidget) -> list[QWidget]:
    found = [child for child in part.findChildren(QWidget) if _is_stop(child) and child.window() is part.window()]
    return sorted(found, key=lambda child: _place(child, part))


def _is_stop(widget: QWidget) -> bool:
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
    return takes_tab and widget.focusProxy() is None and widget.isVisible() and widget.isEnabled()


def _place(widget: QWidget, part: QWidget) -> tuple[int, int]:
    place = widget.mapTo(part, QPoint(0, 0))
    return place.y(), place.x()


def _bring_into_view(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget, 0, 8)
        above = above.parentWidget()
