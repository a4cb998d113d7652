"""SAW: The Jigsaw Trials."""

from host.games.record import BENCH, NO_SENSORS, POCKET, HostGame

GAME = HostGame(
    name="saw",
    title="SAW: The Jigsaw Trials",
    tables=(BENCH, POCKET, NO_SENSORS),
    stage="host.stage.saw:SawStage",
    screen="host.app.kits:SawKit",
    banner="host.app.banner:draw_player",
    rulings="host.games.saw.rulings:WORDS",
    people="host.soak.human.saw:SawWays",
    books="host.soak.saw_books:SawBooks",
    study="host.lab.saw:STUDY",
    is_on_tiles=False,
)
