"""The control channel in plain words."""

import pytest

from hardware.twin.phrases import parse


@pytest.mark.parametrize(
    ("phrase", "request_"),
    [
        (
            "put base A on tile 12, facing east, 3 mm off",
            {"do": "put", "kind": "base", "object": "A", "tile": 12, "facing": "east", "dx": 3.0},
        ),
        (
            "put tray T7 on e1, 2.5 mm south, turned 8 degrees.",
            {"do": "put", "kind": "tray", "object": "T7", "tile": "e1", "dy": -2.5, "turn": 8.0},
        ),
        ("move A to tile 13", {"do": "move", "object": "A", "tile": 13}),
        ("slide A to b2 in 250 ms", {"do": "slide", "object": "A", "tile": "b2", "ms": 250.0}),
        ("turn A by -90", {"do": "turn", "object": "A", "degrees": -90.0}),
        ("turn A to west in 40 ms", {"do": "turn", "object": "A", "facing": "west", "ms": 40.0}),
        ("lift  A", {"do": "lift", "object": "A"}),
        ("press yes at seat 1", {"do": "press", "answer": "yes", "seat": 1}),
        ("reeds 4 17", {"do": "reeds", "tile": 4, "mask": 17}),
        ("step 2000", {"do": "step", "now": 2000}),
        ("power_cut", {"do": "power_cut"}),
    ],
)
def test_a_phrase_is_a_request(phrase: str, request_: dict[str, object]) -> None:
    assert parse(phrase) == request_


@pytest.mark.parametrize("phrase", ["", "put base", "put base A on tile 12, upside down", "lift A and B"])
def test_what_is_not_understood_gets_an_example(phrase: str) -> None:
    with pytest.raises(ValueError, match="say for example"):
        parse(phrase)
