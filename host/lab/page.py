"""The report of the lab: one HTML file that needs no other, for light and for dark screens."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import engines
from host import __version__
from host.lab.games import LabResult, study_of
from host.lab.study import Card, Study
from host.lab.svg import Bar, Scale, bars, histogram, stack
from host.lab.tally import Share, Tally, Use
from host.lab.words import percent

SEATS, CHARACTERS, CARDS = Scale(1, 0.8, 1.2), Scale(1, 0.75, 1.25), Scale(1, 0.5, 2)
"""What counts as fair: multiples of the fair share of wins, and of the mean play of all cards of a kind."""

_STYLE = """\
:root { color-scheme: light dark; --paper: #f6f4ef; --panel: #fffdf8; --ink: #23303a; --soft: #66737c; --line: #d9d4c8;
  --bar: #2f7f86; --far: #c4553b; --band: #e3efe9; --mark: #23303a; --p1: #d59a3a; --p2: #8b98a0; --p3: #7a6aa8;
  --p4: #5b8f4e; --p5: #b06a86; }
@media (prefers-color-scheme: dark) { :root { --paper: #12191e; --panel: #1a242b; --ink: #e4e8e6; --soft: #97a4ab;
  --line: #303d46; --bar: #54b0b4; --far: #e8805f; --band: #1f3532; --mark: #e4e8e6; --p1: #e0b060; --p2: #70808a;
  --p3: #a596d6; --p4: #86bd78; --p5: #d893ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0; font-size: 30px; letter-spacing: -0.01em; } h2 { margin: 44px 0 12px; font-size: 22px; }
h3 { margin: 0 0 10px; font-size: 15px; font-weight: 600; } p { margin: 6px 0; } .soft { color: var(--soft); }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px; }
.wide { grid-column: 1 / -1; } .wide svg { max-width: 640px; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-size: 12.5px; dominant-baseline: central; fill: var(--ink); } svg .label { fill: var(--soft); }
.bar { fill: var(--bar); } .far { fill: var(--far); } .band { fill: var(--band); } .axis { stroke: var(--line); }
.mark { stroke: var(--mark); stroke-width: 1.2; stroke-dasharray: 3 3; }
.doubt { stroke: var(--ink); stroke-width: 1.4; }
.part0 { fill: var(--bar); } .part1 { fill: var(--p1); } .part2 { fill: var(--p2); } .part3 { fill: var(--p3); }
.part4 { fill: var(--p4); } .part5 { fill: var(--p5); }
table { border-collapse: collapse; width: 100%; font-size: 14px; } th, td { padding: 4px 8px; text-align: right; }
th:first-child, td:first-child { text-align: left; } th { color: var(--soft); font-weight: 600; }
tr + tr td, thead + tbody td { border-top: 1px solid var(--line); } .scroll { overflow-x: auto; }
"""


def page(result: LabResult) -> str:
    """Return the report."""
    study = study_of(result.game)
    cards = study.cards(engines.load(result.game))
    tallies = [tally for _, tally in sorted(result.tallies.items()) if tally.games]
    title = f"{study.title} in the lab"
    stopped = " The run was stopped before its end." if result.is_stopped else ""
    head = (
        f"<h1>{escape(title)}</h1>"
        f"<p>{result.games:,} games of house players ({escape(result.player)}), seed {result.seed}.{stopped}</p>"
        '<p class="soft">Bars are multiples of the fair share, or of the mean. Whoever is within the shaded band is '
        "close enough; the thin line shows how far chance may be at work, 19 times of 20.</p>"
    )
    body = head + _summary(tallies, cards) + "".join(_part(tally, study, cards) for tally in tallies)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="deadfall {escape(__version__)}">'
        f"<title>{escape(title)}</title><style>\n{_STYLE}</style></head>\n<body><main>{body}</main></body></html>\n"
    )


def _summary(tallies: list[Tally], cards: list[Card]) -> str:
    heads = ("seats", "games", "turns: median", "quartiles", "seat off by", "turn off by", "character off by", "cards")
    rows = []
    for tally in tallies:
        worst = tally.balance(cards)
        rows.append(
            (
                *(f"{len(tally.seats)}", f"{tally.games:,}", f"{tally.turns_at(0.5)}"),
                f"{tally.turns_at(0.25)} to {tally.turns_at(0.75)}",
                *(f"{worst.seats:.2f}", f"{worst.order:.2f}", f"{worst.characters:.2f}"),
                f"{worst.least_played:.2f} to {worst.most_played:.2f}",
            )
        )
    return f'<h2>At a glance</h2><section class="scroll">{_table(heads, rows)}</section>'


def _part(tally: Tally, study: Study, cards: list[Card]) -> str:
    seats = len(tally.seats)
    marks = {"quarter": tally.turns_at(0.25), "median": tally.turns_at(0.5), "three quarters": tally.turns_at(0.75)}
    ends = {end: tally.ends[end] for end in study.ends}
    uses = tally.uses(cards)
    rows = [(use.card.title, f"{use.card.copies}", f"{use.played:.1f}", f"{use.also:.1f}") for use in uses]
    heads = ("card", "copies", "played", study.also)
    return (
        f'<h2>{seats} seats</h2><div class="grid">'
        + _panel("Who wins, by seat", bars(_bars(tally.by_seat()), SEATS, f"Wins by seat, {seats} seats"))
        + _panel("Who wins, by turn", bars(_bars(tally.by_order()), SEATS, f"Wins by order of turns, {seats} seats"))
        + _panel("Who wins, by character", bars(_bars(tally.by_character()), CHARACTERS, "Wins by character"))
        + _panel("How it ends", stack(ends, "How games end"))
        + _panel("Turns of a game", histogram(tally.turns, marks, "Turns of a game"), is_wide=True)
        + "".join(_plays(uses, kind) for kind in dict.fromkeys(card.kind for card in cards))
        + _panel("For each copy, in 100 games", f'<div class="scroll">{_table(heads, rows)}</div>', is_wide=True)
        + "</div>"
    )


def _plays(uses: list[Use], kind: str) -> str:
    """Return the plays of all cards of a kind; a card that is alone in its kind has nothing beside it."""
    played = [Bar(use.card.title, use.relative, f"{use.relative:.2f}") for use in uses if use.card.kind == kind]
    title = f"How often a copy of each {kind or 'card'} is played"
    return _panel(title, bars(played, CARDS, title), is_wide=True) if len(played) > 1 else ""


def _bars(shares: list[Share]) -> list[Bar]:
    return [Bar(share.name, share.relative, percent(share.rate), share.doubt) for share in shares]


def _panel(title: str, inside: str, is_wide: bool = False) -> str:
    kind = ' class="wide"' if is_wide else ""
    return f"<section{kind}><h3>{escape(title)}</h3>{inside}</section>"


def _table(heads: tuple[str, ...], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
