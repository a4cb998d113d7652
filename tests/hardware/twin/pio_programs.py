"""PIO programs for tests, assembled by the `rp2` shim's own assembler (plain Python, so CPython runs it too)."""

# The names that a PIO program uses come from the assembler while it runs.
# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hardware.twin
from hardware.twin.pio import Program

_SHIM = Path(hardware.twin.__file__).parent / "shims" / "_pioasm.py"


def assemble(body: Callable[[], None], side_bits: int) -> Any:
    """Assemble a function as `rp2.asm_pio` would."""
    spec = importlib.util.spec_from_file_location("_pioasm", _SHIM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assembler = module.Assembler(side_bits)
    assembler.assemble(body)
    return assembler


def program(body: Callable[[], None], **changes: Any) -> Program:
    """A program with the settings of the shipped light driver, apart from `changes`."""
    assembled = assemble(body, side_bits=1)
    raw: dict[str, Any] = {
        "words": assembled.words,
        "wrap": list(assembled.wrap),
        "side_bits": 1,
        "side_optional": assembled.side_optional,
        "shift_right": False,
        "autopull": True,
        "threshold": 24,
        "freq": 10_000_000,
        "join": 0,
    }
    return Program.load(raw | changes)


def WS2812(t1: int, t2: int, t3: int) -> Callable[[], None]:
    """The usual four instructions for WS2812 lights."""

    def body() -> None:
        wrap_target()
        label("bit")
        out(x, 1).side(0)[t3 - 1]
        jmp(not_x, "zero").side(1)[t1 - 1]
        jmp("bit").side(1)[t2 - 1]
        label("zero")
        nop().side(0)[t2 - 1]
        wrap()

    return body
