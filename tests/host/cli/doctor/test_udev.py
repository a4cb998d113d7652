"""The udev rule, here and in the docs."""

from pathlib import Path

import pytest

from host.cli.doctor.udev import install_commands, rule, tells_modem_manager

DOCS = Path(__file__).parents[4] / "docs" / "troubleshooting.md"


def test_a_rule_that_is_in_force_is_recognised(tmp_path):
    (tmp_path / "60-deadfall-2e8a.rules").write_text(f"# boards\n{rule()}\n")
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


def test_the_rules_of_two_vendors_do_not_replace_each_other():
    files = {install_commands(vendor)[0].rpartition(" ")[2] for vendor in (0x2E8A, 0x0403)}
    assert files == {"/etc/udev/rules.d/60-deadfall-2e8a.rules", "/etc/udev/rules.d/60-deadfall-0403.rules"}
