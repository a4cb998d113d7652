"""What the table owes."""

from host.referee.debts import Debts

OLD, NEW = bytes([1, 2, 0, 0]), bytes([1, 0, 2, 4])


def owing():
    debts = Debts()
    debts.update(OLD, NEW, news=[1, 2, 3])
    return debts


def test_what_changed_is_owed_and_forgiven():
    debts = owing()
    assert debts
    assert debts.forgive(OLD, NEW) == NEW
    assert debts.absent(OLD, NEW) == 1


def test_what_did_not_change_is_not_forgiven():
    wrong = bytes([8, 2, 0, 0])
    debts = Debts()
    debts.update(wrong, NEW, news=[1, 2, 3])
    assert debts.forgive(wrong, NEW) == bytes([8, 0, 2, 4])


def test_debts_are_paid_in_any_order():
    for order in ([1, 2, 3], [3, 1, 2], [2, 3, 1]):
        debts, shown = owing(), bytearray(OLD)
        for tile in order:
            assert debts
            shown[tile] = NEW[tile]
            debts.update(bytes(shown), NEW)
        assert not debts


def test_a_wrong_thing_on_an_owed_tile_is_not_forgiven():
    shown = bytes([1, 2, 8, 0])
    assert owing().forgive(shown, NEW) == bytes([1, 0, 8, 4])


def test_an_owed_tile_that_is_being_cleared_is_forgiven():
    assert owing().forgive(bytes([1, 0, 0, 0]), NEW) == NEW


def test_a_tile_of_which_a_part_is_paid_is_forgiven():
    """A pawn is still to go, and the tray below it lies sideways already; or the other way round."""
    upright_with_pawn, sideways = bytes([1 | 16]), bytes([2])
    debts = Debts()
    debts.update(upright_with_pawn, sideways, news=[0])
    for shown in (2 | 16, 1, 16):
        assert debts.forgive(bytes([shown]), sideways) == sideways
    assert debts.forgive(bytes([4 | 16]), sideways) == bytes([4 | 16])


def test_a_debt_ends_when_the_scene_goes_back():
    debts = owing()
    debts.update(OLD, OLD)
    assert not debts
