"""A whole game by house players at the virtual table: hands follow them, and the end is the engine's own."""

import engines
from engines.core.entries_json import from_json
from hardware.twin.objects import BASE, FACINGS, Object
from host.play.commands import Name
from host.play.house import HousePlayers

LIMIT_MS = 3_600_000


def follow(game, deals):
    """Do what the prompt asks for: name what is drawn, and the one step that the lights show."""
    prompt = game.prompt
    if prompt.kind == "reveal":
        seat = game.picture.seats[prompt.seat].name
        game.say(Name(next(deals[seat])))
    elif prompt.kind == "guide":
        step, tiles = prompt.step, game.twin.profile.tiles
        thing = Object(step.name, BASE)
        game.twin.mechanics.lift(thing)
        if step.kind != "take":
            target = step.target if step.target is not None else step.source
            game.twin.mechanics.put(thing, tiles[target].name, FACINGS[step.mask.bit_length() - 1])
    game.table.run_for(200)


def test_a_whole_game_by_house_players_ends_where_the_engine_alone_gets(sit):
    game = engines.load("armada")
    names = [design.name for design in game.box.designs[:15] if design.start == "draw"]
    deals = {"blue": iter(names), "red": iter(names[::-1])}
    players = ("apprentice", "wanderer")
    table = sit(ready=False, players=players, choose=HousePlayers(game, players, seed=3))
    while table.play.waiting and table.table.now < LIMIT_MS:
        follow(table, deals)
    assert table.prompt.kind == "over"
    alone = game.new()
    for row in table.ledger.live():
        alone.feed(from_json(alone, row.entry))
    assert alone.digest() == table.play.digest()
    assert alone.result == table.play.result
    decided = [line for line in table.picture.lines if line.kind == "answer"]
    assert {line.why for line in decided} == {"apprentice has decided.", "wanderer has decided."}
