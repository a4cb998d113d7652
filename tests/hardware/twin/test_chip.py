"""What survives a reset, and what starves."""

from hardware.twin.chip import POWER, WATCHDOG, Chip, uid_for


def test_the_watchdog_starves_only_once_started_and_not_fed() -> None:
    chip = Chip(bytes(8))
    assert not chip.starved(10**6)
    chip.start_watchdog(4000, 100)
    chip.feed_watchdog(3000)
    assert not chip.starved(6999)
    assert chip.starved(7000)


def test_a_reset_keeps_the_scratch_registers_and_stops_the_watchdog() -> None:
    chip = Chip(bytes(8))
    chip.scratch[0] = 7
    chip.start_watchdog(10, 0)
    chip.restart(power=False)
    assert (chip.scratch[0], chip.cause, chip.starved(99)) == (7, WATCHDOG, False)


def test_a_loss_of_power_clears_the_scratch_registers_but_not_the_flash() -> None:
    chip = Chip(bytes(8))
    chip.scratch[0], chip.flash["/a"] = 7, b"kept"
    chip.restart(power=True)
    assert (chip.scratch[0], chip.cause, chip.flash) == (0, POWER, {"/a": b"kept"})


def test_serial_numbers_differ_by_name_and_random_numbers_by_seed() -> None:
    assert uid_for("a") != uid_for("b")
    assert len(uid_for("a")) == 8
    draws = {seed: Chip(uid_for("a"), seed).random.random() for seed in (1, 2)}
    assert draws[1] != draws[2]
    assert draws[1] == Chip(uid_for("a"), 1).random.random()
