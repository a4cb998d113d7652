"""The udev rule, here and in the docs."""

from pathlib import Path

import pytest

from host.cli.doctor.udev import install_commands, rule, tells_modem_manager

DOCS = Path(__file__).parents[4] / "docs" / "troubleshooting.md"


def test_a_rule_that_is_in_force_is_recognised(tmp_path):
    (tmp_path / "60-deadfall.rules").write_text(f"# boards\n{rule()}\n")
    assert tells_modem_manager(folders=(str(tmp_path),))
    assert not tells_modem_manager(0x0403, folders=(str(tmp_path),))


@pytest.mark.parametrize("text", ["", f"# {rule()}", 'ATTRS{idVendor}=="2e8a", MODE="0660"'])
def test_other_rules_do_not_count(tmp_path, text):
    (tmp_path / "99-other.rules").write_text(text)
    assert not tells_modem_manager(folders=(str(tmp_path), str(tmp_path / "nothing")))


def test_the_docs_show_the_same_commands():
    docs = DOCS.read_text()
    for command in install_commands():
        assert command in docs
