"""The ledger on the screen names no card that only some have seen, whatever is taken back and done again."""

from random import Random

import pytest

from engines.core.entries import Observed
from engines.core.viewers import PUBLIC
from host.ledger import Ledger
from host.play import opening
from host.play.commands import Say, Undo
from host.play.house import HousePlayers

STEPS = 140
UNDO = 0.08


def known_to_all(play) -> set[str]:
    """Return every card that everybody can name now."""
    public = play.knowledge(PUBLIC)
    told = {entry.token: entry.card for entry in play.log if isinstance(entry, Observed)}
    return {card for token, card in told.items() if public.candidates(token) == {card}}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["loot", "saw"])
def test_a_line_names_only_what_everybody_has_seen(tmp_path, game, seed):
    with Ledger.open(tmp_path / "a.ledger", synchronous="OFF") as ledger:
        players = ("person", "apprentice")
        companion = opening.begin(ledger, game, "none", 100 + seed, players=players, is_virtual=True)
        choose, rng = HousePlayers(companion.game, ("apprentice",), seed), Random(seed)
        again = 0
        for step in range(STEPS):
            if not companion.play.waiting:
                break
            if step > 8 and rng.random() < UNDO:
                companion.command(Undo(rng.randrange(1, 8)), 10 * step)
                continue
            decision, before = companion.play.decision, len(companion.picture.lines)
            by = players[decision.seat] if decision.seat >= 0 else ""
            text = choose(companion.play.clone(), decision, "apprentice")
            companion.command(Say(text, "" if by == "person" else by), 10 * step)
            added = companion.picture.lines[before:]
            again += sum(line.kind == "reveal" for line in added)
            named = {line.text.split()[-1] for line in added if line.kind == "reveal" and not line.is_quiet}
            assert named <= known_to_all(companion.play)
        assert again
