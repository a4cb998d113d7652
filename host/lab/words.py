"""The result of the lab in plain lines."""

from __future__ import annotations

from collections.abc import Sequence

import engines
from host.lab.games import LabResult, study_of
from host.lab.study import Card
from host.lab.tally import Share, Tally, Use

FEW = 4
"""Cards that are named at either end of the list."""


def words(result: LabResult) -> str:
    """Return what a person should read."""
    study = study_of(result.game)
    cards = study.cards(engines.load(result.game))
    parts = [_part(study.title, tally, study.ends, cards) for _, tally in sorted(result.tallies.items())]
    return "\n\n".join(parts)


def _part(title: str, tally: Tally, ends: Sequence[str], cards: list[Card]) -> str:
    head = f"{title}, {len(tally.seats)} seats: {tally.games:,} games"
    if tally.unfinished:
        head += f", and {tally.unfinished:,} that did not end"
    if not tally.games:
        return f"{head}."
    uses, balance = tally.uses(cards), tally.balance(cards)
    rows = {
        "by seat": _shares(tally.by_seat()),
        "by turn": _shares(tally.by_order()),
        "by character": _shares(tally.by_character()),
        "turns": f"median {tally.turns_at(0.5)}, half of all games {tally.turns_at(0.25)} to {tally.turns_at(0.75)}",
        "won by": ", ".join(f"{end} {percent(tally.ends[end] / tally.games)}" for end in ends),
        "played most": _named(uses[:FEW]),
        "played least": _named(uses[-FEW:]),
        "worst": f"seat {balance.seats:.2f}, turn {balance.order:.2f}, character {balance.characters:.2f} off; "
        f"cards {balance.least_played:.2f} to {balance.most_played:.2f} of the mean"
        + (" of their kind" if any(card.kind for card in cards) else ""),
    }
    width = max(map(len, rows))
    return "\n".join([head, *(f"  {name.ljust(width)}  {text}" for name, text in rows.items())])


def _shares(shares: list[Share]) -> str:
    fair = percent(shares[0].fair)
    return ", ".join(f"{share.name} {percent(share.rate)}" for share in shares) + f" (fair: {fair})"


def _named(uses: Sequence[Use]) -> str:
    return ", ".join(f"{use.card.title} {use.relative:.2f}" for use in uses)


def percent(share: float) -> str:
    """Return a share for people: "34.1 %"."""
    return f"{100 * share:.1f} %"
