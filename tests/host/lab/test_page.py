"""The report of the lab: everything that was found is in it, in one file that loads nothing."""

import re
from html.parser import HTMLParser

import pytest

import engines
from host.lab.games import LabResult, study, study_of
from host.lab.page import page
from host.lab.svg import MOST_BINS, WIDTH, Bar, Scale, bars, histogram, stack
from host.lab.words import words


@pytest.fixture(scope="module")
def result() -> LabResult:
    return study("loot", 4, (2, 4), 5, lambda done: None, processes=1)


class Checked(HTMLParser):
    """Notes tags that are not closed in order, and all text."""

    VOID = frozenset({"meta", "rect", "line", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += f"{data}\n"


def checked(text: str) -> Checked:
    parser = Checked()
    parser.feed(text)
    assert (parser.wrong, parser.open) == ([], [])
    return parser


def test_the_report_says_what_was_found(result: LabResult) -> None:
    read = checked(page(result))
    assert "8 games of house players (apprentice), seed 5." in read.text
    assert read.seen.count("svg") == 2 * 6
    for tally in result.tallies.values():
        for share in (*tally.by_seat(), *tally.by_order(), *tally.by_character()):
            assert share.name in read.text
            assert f"{100 * share.rate:.1f} %" in read.text
        assert f"median {tally.turns_at(0.5)}" in read.text
    assert all(card.title in read.text for card in study_of("loot").cards(engines.load("loot")))


def test_a_report_of_saw_has_a_plot_for_each_kind_of_cards() -> None:
    text = page(study("saw", 2, (2,), 5, lambda done: None, processes=1))
    read = checked(text)
    assert read.seen.count("svg") == 5 + 6  # Billy is alone in its kind
    assert "How often a copy of each escape is played" in read.text
    assert "in a challenge" in read.text


def test_the_report_needs_no_other_file(result: LabResult) -> None:
    text = page(result)
    assert not re.search(r"https?:|src=|href=|@import|url\(|<script", text)
    assert "prefers-color-scheme: dark" in text


def test_a_report_of_a_run_that_was_stopped_says_so(result: LabResult) -> None:
    stopped = LabResult(result.game, result.player, result.seed, result.tallies, is_stopped=True)
    assert "The run was stopped before its end." in page(stopped)
    empty = study("loot", 1, (2,), 1, lambda done: None, processes=1)
    empty.tallies[2] = type(empty.tallies[2])(("red", "blue"))
    assert checked(page(empty)).seen.count("svg") == 0
    assert words(empty) == "Loot Trap, 2 seats: 0 games."


def test_the_lines_say_what_was_found(result: LabResult) -> None:
    lines = words(result).splitlines()
    assert lines[0] == "Loot Trap, 2 seats: 4 games"
    assert "Loot Trap, 4 seats: 4 games" in lines
    red = result.tallies[2].by_seat()[0]
    assert f"red {100 * red.rate:.1f} %" in lines[1]
    assert f"median {result.tallies[2].turns_at(0.5)}," in "\n".join(lines)


# ---- plots -----------------------------------------------------------------------------------------------------------


def test_a_bar_beyond_the_band_is_set_apart_and_text_cannot_break_out() -> None:
    rows = [Bar("<b>&", 1.0, "1.00"), Bar("far", 2.5, "2.50", doubt=0.2)]
    drawn = bars(rows, Scale(1, 0.5, 2), 'a "title"')
    checked(drawn)
    assert drawn.count('class="bar far"') == 1
    assert drawn.count('class="doubt"') == 1
    assert "&lt;b&gt;&amp;" in drawn
    assert "<b>" not in drawn
    assert 'aria-label="a &quot;title&quot;"' in drawn


def test_bars_are_as_long_as_their_values() -> None:
    drawn = bars([Bar("one", 1.0, "1"), Bar("half", 0.5, "0.5")], Scale(1, 0.5, 2), "t")
    one, half = (float(width) for width in re.findall(r'class="bar" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', drawn))
    assert one == pytest.approx(2 * half, abs=0.2)


def test_a_histogram_counts_everything_in_few_bins() -> None:
    counts = {turns: turns % 7 + 1 for turns in range(5, 300)}
    drawn = histogram(counts, {"median": 150}, "turns")
    checked(drawn)
    told = [int(count.replace(",", "")) for count in re.findall(r"<title>[\d to]+: ([\d,]+)</title>", drawn)]
    assert sum(told) == sum(counts.values())
    assert len(told) <= MOST_BINS
    assert "median 150" in drawn
    assert "<title>9: 4</title>" in histogram({9: 4}, {}, "turns")


def test_a_bar_in_parts_is_as_wide_as_all_of_them() -> None:
    drawn = stack({"loot": 3, "elimination": 1, "draw": 0}, "ends")
    checked(drawn)
    widths = [float(width) for width in re.findall(r'y="0.0" width="([\d.]+)"', drawn)]
    assert widths == [0.75 * WIDTH, 0.25 * WIDTH, 0.0]
    assert "loot 75.0 %" in drawn
