"""Loot Trap."""

from host.games.record import FIELD, NO_SENSORS, POCKET, HostGame

GAME = HostGame(
    name="loot",
    title="Loot Trap",
    tables=(FIELD, POCKET, NO_SENSORS),
    stage="host.stage.loot:LootStage",
    loser_begins="A41",
    screen="host.app.kits:LootKit",
    banner="host.app.banner:draw_field",
    rulings="host.games.loot.rulings:WORDS",
    people="host.soak.human.loot:LootWays",
    books="host.soak.loot_books:LootBooks",
    study="host.lab.loot:STUDY",
)
