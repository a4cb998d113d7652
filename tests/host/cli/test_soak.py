"""`deadfall soak link`: what it refuses before it begins."""

from host.cli import main


def test_a_ledger_that_is_there_already_is_not_written_to(tmp_path, capsys):
    old = tmp_path / "soak-7.sqlite"
    old.write_bytes(b"an earlier run")
    assert main(["soak", "link", "--events", "1", "--seed", "7", "--keep", str(tmp_path)]) == 1
    assert "soak-7.sqlite is there already. Move it away" in capsys.readouterr().err
    assert old.read_bytes() == b"an earlier run"


def test_a_table_without_tiles_cannot_be_shaken(capsys):
    assert main(["soak", "link", "--profile", "none", "--events", "1"]) == 1
    assert "The profile none has no tiles" in capsys.readouterr().err


def test_a_ledger_is_kept_where_it_was_asked_for(tmp_path):
    words = ["soak", "link", "--events", "20", "--faults", "none", "--seed", "7", "--keep", str(tmp_path / "new")]
    assert main(words) == 0
    assert (tmp_path / "new" / "soak-7.sqlite").exists()


def test_a_person_at_the_table_is_understood(capsys):
    assert main(["soak", "referee", "--answers", "12", "--seed", "5", "--json"]) == 0
    assert '"wrong": 0, "unrecovered": 0' in capsys.readouterr().out


def test_a_person_needs_tiles(capsys):
    assert main(["soak", "referee", "--profile", "pocket", "--answers", "1"]) == 1
    assert "The profile pocket has no tiles" in capsys.readouterr().err


def test_tiles_break_only_where_there_are_any(capsys):
    assert main(["soak", "referee", "--game", "saw", "--plant", "dead-tile", "--answers", "1"]) == 1
    assert (
        "A table without tiles can only have a dead-pad; the others need --game armada or loot."
        in capsys.readouterr().err
    )
