"""Things on tiles, and the signature that they give."""

from host.table import Scene, Thing


def test_a_signature_has_one_byte_for_each_tile():
    assert Scene(4, [Thing("a", 1, 2), Thing("b", 3, 8)]).signature == bytes([0, 2, 0, 8])


def test_two_things_on_a_tile_close_the_reeds_of_both():
    scene = Scene(2, [Thing("tray", 1, 1), Thing("pawn", 1, 16)])
    assert scene.signature == bytes([0, 17])
    assert scene.names_at(1) == ("tray", "pawn")
    assert scene.by_name["pawn"].mask == 16
