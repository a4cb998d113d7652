"""Can this port be opened, and who answers on it?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from firmware import wire
from host.cli.doctor.finding import Finding, ok, problem, warning
from host.cli.doctor.processes import holders, running
from host.cli.doctor.udev import PICO, install_commands, tells_modem_manager
from host.cli.doctor.wellbeing import check_session
from host.link import AUTO, Candidate, Found, Problem, candidates, find, identify

NO_BOARD = (
    "Plug the board in with a USB cable that carries data; many charge only.",
    "Without hardware, try a simulated one: deadfall board monitor",
)


def check_ports(named: str | None) -> Iterator[Finding]:
    """Check the named port, or every port that may lead to a board."""
    found = candidates()
    yield from check_modem_manager({candidate.vendor for candidate in found} or {PICO})
    if named is not None:
        yield from _check_named(named, found)
    elif found:
        for candidate in found:
            yield from check_port(candidate.port, candidate.vendor)
    else:
        yield problem("No board is plugged in: no port has a USB id that a board can have.", *NO_BOARD)


def _check_named(named: str, found: list[Candidate]) -> Iterator[Finding]:
    port = find(named)
    if port is None:
        what = "No board is plugged in" if named == AUTO else f"No board called {named} is plugged in"
        yield problem(f"{what}.", *NO_BOARD)
        return
    vendors = {candidate.port: candidate.vendor for candidate in found}
    yield from check_port(port, vendors.get(port, PICO))


def check_modem_manager(vendors: set[int]) -> Iterator[Finding]:
    """ModemManager opens every new serial port and types modem commands into it."""
    if running("ModemManager") is None:
        return
    for vendor in sorted(vendors):
        if not tells_modem_manager(vendor):
            yield warning(
                "ModemManager is running and may open the board for a while whenever it is plugged in.",
                "Have it ignore the board:",
                *install_commands(vendor),
            )


def check_port(port: str, vendor: int = PICO) -> Iterator[Finding]:
    """Go from the file to the firmware, and stop at the first thing that is in the way."""
    trouble = next(_in_the_way(port, vendor), None)
    if trouble is not None:
        yield trouble
        return
    answer = identify(port)
    if isinstance(answer, Problem):
        yield _unanswered(answer)
    else:
        yield from check_board(answer)


def _in_the_way(port: str, vendor: int) -> Iterator[Finding]:
    if "://" in port or os.name != "posix":
        return
    if not Path(port).exists():
        yield problem(f"There is no port {port}.", "List the boards that are there: deadfall board list", *NO_BOARD)
    elif not os.access(port, os.R_OK | os.W_OK):
        yield denied(port, vendor)
    elif others := holders(port):
        yield problem(
            f"{port} is busy: {' and '.join(f'{who.name} (process {who.pid})' for who in others)} has it open.",
            f"Close that program, or end it: kill {' '.join(str(who.pid) for who in others)}",
        )


def denied(port: str, vendor: int = PICO) -> Finding:
    """Permission denied, with the rule that grants it."""
    return problem(
        f"You may not open {port}: permission denied.",
        "Give whoever sits at this computer the board's port:",
        *install_commands(vendor),
        "Then plug the board in again.",
        *_join_group(port),
    )


def _join_group(port: str) -> tuple[str, ...]:
    """The other way: become a member of the port's group, unless that is root's."""
    try:
        group = Path(port).group()
    except (OSError, KeyError):
        return ()
    text = "Or join the group that owns the port, and log in again:"
    return (text, f"sudo usermod -aG {group} $USER") if group != "root" else ()


def _unanswered(answer: Problem) -> Finding:
    if answer.kind == "repl":
        return problem(
            f"{answer.port} leads to a MicroPython prompt (REPL) instead of the table's firmware.",
            "If it was sent there on purpose: press the board's reset button, or plug it in again.",
            "Otherwise install the firmware. In the project's folder:",
            "make firmware",
            "python -m pip install mpremote",
            f"mpremote connect {answer.port} rm -r :firmware",
            f"mpremote connect {answer.port} cp -r build/board/firmware :",
            f"mpremote connect {answer.port} cp build/board/boot.py build/board/main.py : + reset",
            "The line with rm removes an older version: the board would run its .py files instead of the new .mpy "
            "files. It fails if there is none; that does no harm.",
        )
    if answer.kind == "silent":
        return problem(
            f"{answer.port} can be opened, but nothing there answers within half a second.",
            "Plug the board in again and wait two seconds. If it stays silent, install the firmware anew,",
            "or check that this is the board's port: deadfall board list",
        )
    return problem(answer.sentence)


def check_board(found: Found) -> Iterator[Finding]:
    """A board has answered: is it one that we can talk to, and is it well?"""
    banner = found.banner
    if found.problem:
        yield problem(found.problem)
        return
    yield ok(f"{found.port} leads to board {banner.uid} with firmware {banner.firmware}, protocol {wire.PROTO}.")
    if banner.flags & wire.FLAG_SAFE:
        yield problem(
            "The board is in safe mode and reads no tiles: it crashed several times in a row, or its safe pin is held.",
            f"Start it anew: deadfall board reboot {found.port}",
            "If it comes back in safe mode, its configuration may be wrong: deadfall board config "
            f"{found.port} --profile NAME --reboot",
        )
    yield from check_session(found.port)
