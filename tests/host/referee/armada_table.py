"""Armada as a table shows it, worked out from the engine alone: slow, and independent of the stage."""

import engines
from engines.core import Answer, Decision, Observed
from engines.core.oracles import Fixed
from host.referee import Outlook
from host.table import Scene, Thing

COLUMNS, ROWS = 9, 11
FACINGS = ("north", "east", "south", "west")
GAME = engines.load("armada")
NEIGHBOURS = {
    row * COLUMNS + column: tuple(
        (row + dy) * COLUMNS + column + dx
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= column + dx < COLUMNS and 0 <= row + dy < ROWS
    )
    for row in range(ROWS)
    for column in range(COLUMNS)
}


def tile(name):
    """The number of a tile: a1 is 0, and rows follow each other."""
    return (int(name[1:]) - 1) * COLUMNS + "abcdefghi".index(name[0])


def cell(number):
    """The name of a tile."""
    return f"{'abcdefghi'[number % COLUMNS]}{number // COLUMNS + 1}"


def mask(facing):
    return 1 << FACINGS.index(facing)


def scene(state):
    box = state.box
    lies = {piece: box.grid.name(at) for at, piece in enumerate(state.at) if piece >= 0}
    return Scene(
        COLUMNS * ROWS,
        [Thing(GAME.names.piece(piece), tile(name), 1 << state.facing[piece]) for piece, name in lies.items()],
    )


def signature_after(play, choice):
    state = play.state.clone()
    GAME.act(state, play.decision, choice, lambda event: GAME.folds[type(event)](state, event))
    return scene(state).signature


def outlook(play):
    """What the referee must know; answers are texts in the game's notation."""
    outcomes = {}
    for choice in play.options(play.decision).enumerate() if play.waiting else ():
        if choice[0] in ("build", "move", "rotate"):
            outcomes.setdefault(signature_after(play, choice), []).append(play.write(choice))
    return Outlook(
        scene(play.state),
        {signature: tuple(answers) for signature, answers in outcomes.items()},
        lambda answer: after(play, answer),
    )


def after(play, answer):
    """One answer further; what a draw will reveal cannot be foreseen."""
    ahead = play.clone()
    begun = len(ahead.log)
    ahead.feed(Answer(ahead.decision.id, ahead.parse(answer)))
    if not ahead.waiting or not isinstance(ahead.waiting[0], Decision):
        return None
    return None if any(isinstance(entry, Observed) for entry in ahead.log[begun:]) else outlook(ahead)


def ship(number, seat, *pieces, energy=3):
    """A ship from texts such as "starter e2 south"."""
    rows = [dict(zip(("piece", "cell", "facing"), piece.split(), strict=True)) for piece in pieces]
    return {"id": number, "seat": seat, "energy": energy, "pieces": rows}


def play(*ships, seat="blue", actions=2, pile=(), red_pile=(), draw=("hub-5", "gun-6", "shield-2")):
    """A play in which these ships are on the board, and each seat has a few pieces left to draw."""
    used = {row["piece"] for one in ships for row in one["pieces"]} | {*pile, *red_pile}
    left = [name for name in draw if name not in used]
    return GAME.setup(
        {
            "turn": {"seat": seat, "actions": actions},
            "ships": list(ships),
            "play": {"blue": list(pile), "red": list(red_pile)},
            "draw": {"blue": left, "red": left},
        },
        Fixed({"blue": left, "red": left}),
    )
