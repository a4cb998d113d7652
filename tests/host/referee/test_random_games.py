"""Random games of Armada, carried out by hands in a random order and at a random pace: each answer is understood."""

from random import Random

import pytest

from engines.core.oracles import Shuffle
from tests.host.referee.armada_table import GAME, scene, signature_after
from tests.host.referee.hands import Hands

ANSWERS = 25
PHYSICAL = ("build", "move", "rotate")


class Player:
    """Hands that carry out random answers of one game, and sometimes bump into something."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.table = Hands(GAME.new(Shuffle(seed)))

    def answer(self):
        """Give one random answer and return its text."""
        play, rng = self.table.play, self.rng
        choice = play.options(play.decision).sample_kind_first(rng)
        text = play.write(choice)
        if choice[0] not in PHYSICAL:
            self.table.say(text).follow()
        else:
            self.carry_out(signature_after(play, choice))
            if self.table.is_asked():
                self.table.pick(text).wait(1_000)
        return text

    def carry_out(self, signature):
        """Lift what must go, then bring what must come; tiles in a random order."""
        before = scene(self.table.play.state).signature
        changed = [tile for tile, mask in enumerate(signature) if mask != before[tile]]
        self.rng.shuffle(changed)
        for tile in changed:
            if before[tile]:
                self.touch(tile, 0)
        for tile in sorted(changed, key=lambda tile: self.rng.random()):
            if signature[tile]:
                self.touch(tile, signature[tile])
        self.table.wait(1_200)

    def touch(self, tile, mask):
        if self.rng.random() < 0.1:
            self.bump(tile)
        self.table._touch(tile, mask)
        self.table.wait(self.rng.randint(50, 800))

    def bump(self, busy):
        shown = [tile for tile, mask in enumerate(self.table.tiles) if mask and tile != busy]
        if shown:
            tile = self.rng.choice(shown)
            mask = self.table.tiles[tile]
            self.table._touch(tile, 0)
            self.table.wait(self.rng.randint(20, 250))
            self.table._touch(tile, mask)


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_of_a_random_game_is_understood(seed):
    player = Player(seed)
    said = []
    while player.table.play.waiting and len(said) < ANSWERS:
        said.append(player.answer())
        assert player.table.said == said
        assert player.table.is_still()
