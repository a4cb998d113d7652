"""How well the sensors do, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from host.table.health import HealthReport, PadHealth, TileHealth

_TROUBLES = (
    ("misses", "lost it for a moment {}"),
    ("garbled", "could not make it out {}"),
    ("several", "heard several at once {}"),
    ("echoes", "heard one that lay on another pad {}"),
    ("failures", "did not answer {}"),
)


def tile_words(tile: TileHealth) -> str:
    """Return what a tile has said so far.

    >>> tile_words(TileHealth("e4", changes=12, flaps=2))
    'e4 has changed 12 times, twice undone at once.'
    """
    undone = f", {_times(tile.flaps)} undone at once" if tile.flaps else ""
    return f"{tile.name} has changed {_times(tile.changes)}{undone}."


def pad_words(pad: PadHealth) -> str:
    """Return what a pad has said so far.

    >>> pad_words(PadHealth("play", reads=30, misses=1, garbled=2))
    'play has read a card 30 times, lost it for a moment once, could not make it out twice.'
    """
    troubles = [words.format(_times(getattr(pad, name))) for name, words in _TROUBLES if getattr(pad, name)]
    return ", ".join((f"{pad.name} has read a card {_times(pad.reads)}", *troubles)) + "."


def is_flawless(sensor: TileHealth | PadHealth) -> bool:
    """Tell whether nothing unusual was counted."""
    if isinstance(sensor, TileHealth):
        return not sensor.flaps
    return not any(getattr(sensor, name) for name, _ in _TROUBLES)


def health_lines(report: HealthReport) -> Iterator[str]:
    """Yield a sentence for each sensor that has had trouble, the worst tiles first, and one for all others."""
    tiles = [tile for tile in report.tiles if not is_flawless(tile)]
    pads = [pad for pad in report.pads if not is_flawless(pad)]
    yield from map(tile_words, sorted(tiles, key=lambda tile: -tile.flaps))
    yield from map(pad_words, pads)
    kinds = ((len(report.tiles) - len(tiles), "tile"), (len(report.pads) - len(pads), "pad"))
    well = " and ".join(f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in kinds if count)
    if well:
        yield f"Nothing unusual was counted at {well}."


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
