"""Who knows what in SAW: what moves face down is not followed, what lies open is, and nothing leaks."""

from random import Random
from typing import Any

import engines
from engines.core import HOST, PUBLIC, Answer, Play, Shuffle
from tests.engines.saw.positions import THOMAS, say, table, trapped

GAME = engines.load("saw")


def known(play: Play, viewer: int, seat: int) -> list[str]:
    return list(play.view(viewer)["players"][seat]["hand"]["known"])


def test_a_card_taken_from_the_pile_is_known_until_it_may_have_moved() -> None:
    play = table(hands={"red": "bin rope"}, discard="knife")
    say(play, "play bin", "take knife")
    assert known(play, 1, 0) == known(play, PUBLIC, 0) == ["knife"]
    say(play, "bench rope 1")
    assert known(play, 1, 0) == []
    assert known(play, 0, 0) == ["knife"]


def test_of_two_copies_nobody_can_tell_which_one_was_discarded() -> None:
    play = table(hands={"red": "rope bin chalk"}, discard="rope")
    say(play, "play bin", "take rope")
    assert known(play, 1, 0) == ["rope"]
    say(play, "done", "discard rope")
    assert known(play, 1, 0) == []
    assert known(play, 0, 0) == ["chalk", "rope"]


def test_a_given_card_is_known_to_both_and_to_nobody_else() -> None:
    play = trapped(
        "set blue corruption addiction arms",
        benches={"red": "rising-water needle-crate lever"},
        deck="knife dice drill",
    )
    say(play, "challenge", "give dice")
    assert known(play, 0, 0) == ["dice"]
    assert known(play, 1, 0) == ["dice"]
    assert known(play, 2, 0) == known(play, PUBLIC, 0) == []


def test_a_stolen_card_is_known_to_both_and_to_nobody_else() -> None:
    play = trapped(
        "set blue corruption violence arms",
        benches={"red": "rising-water barbed-cage lever"},
        hands={"red": "billy knife bottle"},
        deck="dice drill wallet",
    )
    say(play, "challenge", "steal knife")
    assert known(play, 0, 1) == ["knife"]
    assert "knife" in known(play, 1, 1)
    assert known(play, 2, 1) == []


def test_only_who_looks_at_a_room_map_knows_the_order() -> None:
    play = table(hands={"red": "room-map"}, deck="rope chalk brick magnet knife dice drill wallet bottle compass")
    say(play, "play room-map", "next dice", "next rope", "leave")
    top = play.state.deck[-1]
    assert play.knowledge(0).card(top) == play.knowledge(HOST).card(top) == "dice"
    assert play.knowledge(1).card(top) is None


def test_a_drawn_card_that_somebody_had_ordered_is_known_to_both() -> None:
    play = table(hands={"red": "room-map rope"}, deck="chalk brick magnet knife dice drill wallet bottle compass brick")
    say(play, "play room-map", "leave", "done", "keep")
    assert known(play, 1, 1) == ["brick", "chalk", "magnet"]
    assert known(play, 0, 1) == ["brick", "chalk", "magnet"]
    assert known(play, 2, 1) == []


def test_a_filmed_deck_is_unknown_to_all() -> None:
    play = table(hands={"red": "video rope rope"}, deck="billy chalk brick")
    say(play, "play video", "pay rope", "pay rope", "found")
    assert known(play, 1, 0) == ["billy"]
    assert all(play.knowledge(HOST).card(token) is None for token in play.state.deck)


def test_the_deal_says_where_on_the_pile_a_video_finds_a_billy() -> None:
    play = table(hands={"red": "video rope rope", "blue": "billy " * 11, "green": "?"}, discard="chalk ? knife ?")
    say(play, "play video", "pay rope", "pay rope", "none")
    top = list(reversed(play.state.discard))
    for faces, fate in (({}, ("none",)), ({5: "billy"}, ("found", 6)), ({3: "billy", 5: "billy"}, ("found", 4))):
        real = {top[at]: face for at, face in faces.items()}
        assert play.game.fate(play.state, play.decision, lambda token, real=real: real.get(token, "dice")) == fate


def test_no_question_tells_what_a_seat_holds() -> None:
    """Whether a trap can be set or a sacrifice eased, the same is asked."""
    for bench in (THOMAS, "rope chalk brick"):
        for hand in ("billy", "magnet"):
            play = table(hands={"red": hand}, benches={"red": bench}, waits="use")
            say(play, "done", "keep")
            assert play.decision.kind == "set"
    for hand in ("anesthetic rope chalk", "brick rope chalk"):
        play = trapped(hands={"blue": hand})
        say(play, "sacrifice")
        assert play.decision.kind == "ease"


def test_other_faces_in_a_sample_have_other_choices() -> None:
    play = table(hands={"red": "candle bin toolbox", "blue": "rope"})
    before = play.options(play.decision).count()
    counts = {play.sample(1, Random(seed)).options(play.decision).count() for seed in range(12)}
    assert len(counts) > 1
    assert play.options(play.decision).count() == before
    own = {play.sample(0, Random(seed)).options(play.decision).count() for seed in range(12)}
    assert own == {before}


def test_samples_of_a_seat_keep_its_own_cards_and_deal_the_others() -> None:
    play, rng = GAME.new(oracle=Shuffle(4), seats=3), Random(4)
    for _ in range(40):
        play.feed(Answer(play.decision.id, choice(play, rng)))
    for viewer in (0, 1, 2, PUBLIC):
        sample = play.sample(viewer, Random(viewer))
        assert sample.view(viewer) == play.view(viewer)
        assert sample.position() != play.position()


def choice(play: Play, rng: Random) -> Any:
    options: Any = play.options(play.decision)
    return options.sample_kind_first(rng)


def test_in_a_simulation_a_video_finds_a_billy_that_lies_there() -> None:
    found = 0
    for seed in range(6):
        play, rng = table(oracle=Shuffle(seed), hands={"red": "video rope rope"}), Random(seed)
        say(play, "play video", "pay rope", "pay rope")
        found += known(play, PUBLIC, 0) == ["billy"]
        for _ in range(60):
            play.feed(Answer(play.decision.id, choice(play, rng)))
        play.game.check(play.state)
    assert found == 6
