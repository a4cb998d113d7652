"""The bench of the pads: small runs, whole figures."""

from host.bench import rfid


def test_the_copied_loop_reads_two_thousand_times_on_an_empty_pad() -> None:
    figures = rfid.copied_loop()
    assert figures == {"copied_loop_empty_registers": 2_011, "copied_loop_empty_bus_ms": 32.2}


def test_both_readers_are_measured() -> None:
    figures = rfid.measure(samples=3, minutes=0.05, seed=3, progress=lambda _: None)
    for reader, empty in (("pn532", 10.1), ("mfrc522", 8.1)):
        assert 0 < figures[f"{reader}_empty_look_ms"] <= empty
        assert 0 < figures[f"{reader}_occupied_look_ms"] <= 15
        assert figures[f"{reader}_spurious_removals"] == 0
        assert figures[f"{reader}_play_come_ms_p95"] <= 200
        assert figures[f"{reader}_play_gone_ms_p95"] <= 700
        assert 0 < figures[f"{reader}_any_come_ms_p50"] <= figures[f"{reader}_any_come_ms_p95"]
        assert figures[f"{reader}_any_gone_ms_p95"] <= 1_000
    assert figures["mfrc522_empty_look_registers"] <= 20
