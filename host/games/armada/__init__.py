"""Jigsaw Armada."""

from host.games.record import BENCH, GRID, NO_SENSORS, POCKET, HostGame

GAME = HostGame(
    name="armada",
    title="Jigsaw Armada",
    tables=(GRID, POCKET, BENCH, NO_SENSORS),
    stage="host.stage.armada:ArmadaStage",
    screen="host.app.kits:ArmadaKit",
    banner="host.app.banner:draw_fleet",
    rulings="host.games.armada.rulings:WORDS",
    people="host.soak.human.armada:ArmadaWays",
    books="host.soak.armada_books:ArmadaBooks",
    most_turns=40,
)
