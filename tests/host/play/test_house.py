"""A whole game by house players at the virtual table: hands follow them, and the end is the engine's own."""

import engines
from engines.core.entries_json import from_json
from hardware.twin.objects import BASE, FACINGS, Object
from host.play.commands import GoOn, GoTo, Name, Redo, Say, Undo
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
    assert {line.why for line in decided} == {"Apprentice has decided.", "Wanderer has decided."}


def thinking(choice="move ship-2 south"):
    """A house player that always says the same."""
    return lambda play, decision, name: choice


def test_undo_goes_back_to_what_a_person_did(sit):
    game = sit(players=("person", "apprentice"), choose=thinking("draw"))
    game.say(Say("draw"))
    game.name("gun-2")
    game.say(Say("draw"))
    game.name("gun-3")
    game.name("gun-2")
    game.name("gun-3")
    game.name("gun-4")
    said = game.said
    assert said[:2] == ["draw", "draw"]
    game.say(Undo(), wait=500)
    while game.said != ["draw"] and game.picture.can_undo:
        game.say(Undo(), wait=500)
    assert game.said == ["draw"]


def test_a_house_player_waits_while_somebody_looks_back(sit):
    game = sit(players=("apprentice", "person"), choose=thinking("draw"), first="hub-2")
    game.table.run_for(300)
    assert game.said == ["draw"]
    first = game.picture.lines[0].number
    game.say(GoTo(first), wait=2000)
    assert game.said == []
    assert game.picture.can_redo
    assert [button.command for button in game.prompt.buttons] == [GoOn(), Redo()]
    game.say(Redo(), wait=500)
    assert game.said == ["draw"]
    game.say(GoTo(first), wait=500)
    game.say(GoOn(), wait=500)
    assert game.said == ["draw"]
