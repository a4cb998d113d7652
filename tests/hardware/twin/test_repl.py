"""What a host meets at MicroPython's prompt."""

from hardware.twin.repl import BANNER, Repl


def test_a_probe_is_echoed() -> None:
    prompt = Repl()
    assert prompt.step(b"") == BANNER
    assert prompt.step(b"\x00DF1?\x00") == b"DF1?"


def test_ctrl_c_drops_the_line_and_ctrl_d_restarts() -> None:
    prompt = Repl()
    prompt.step(b"x")
    prompt.step(b"\x04")
    assert not prompt.restart
    assert prompt.step(b"\x03").endswith(b">>> ")
    assert b"soft reboot" in prompt.step(b"\x04")
    assert prompt.restart
