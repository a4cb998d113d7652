"""The bench of the referee counts what it says."""

from host.bench.referee import measure


def test_every_position_is_timed():
    done: list[int] = []
    fields = measure("armada", "grid", 2, 5, done.append).fields()
    assert done == [1, 2]
    assert fields["positions"] > 50
    assert fields["most_answers"] >= fields["most_signatures"] > 10
    assert fields["judgement_ms_p99"] >= fields["judgement_ms_p50"] > 0
