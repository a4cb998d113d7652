"""Fingers scroll by dragging what they want to see, not a bar of ten pixels."""

from __future__ import annotations

from PyQt6.QtWidgets import QAbstractScrollArea, QScroller, QScrollerProperties

_NEVER = QScrollerProperties.OvershootPolicy.OvershootAlwaysOff


def scroll_by_touch(area: QAbstractScrollArea) -> None:
    """Let a finger drag what an area shows; the mouse still clicks and selects."""
    viewport = area.viewport()
    QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.TouchGesture)
    scroller = QScroller.scroller(viewport)
    assert scroller is not None
    properties = scroller.scrollerProperties()
    for metric in (
        QScrollerProperties.ScrollMetric.HorizontalOvershootPolicy,
        QScrollerProperties.ScrollMetric.VerticalOvershootPolicy,
    ):
        properties.setScrollMetric(metric, _NEVER)
    scroller.setScrollerProperties(properties)
