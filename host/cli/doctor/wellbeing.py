"""A session with the board: does it hold, what does it count, has the board crashed?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware import wire
from hardware import profiles
from host.cli.board.session import NotDescribed, answer, session, wait_for
from host.cli.doctor.finding import Finding, info, ok, problem, warning
from host.cli.errors import CommandError
from host.link import LIVE, Driver, Link, read_statistics
from host.plain import plain_lines

PONGS_S = 2.0
CONFIRMED_S = 5.0
SLOW_MS = 50
SHOWN = 40  # characters of a value
_BAD = ("crc_errors", "cobs_errors", "oversize", "overwritten", "late_ticks")


def check_session(port: str) -> Iterator[Finding]:
    """Hold a short session and look at what both sides count."""
    try:
        with session(port) as driver:
            is_safe = driver.link.flags & wire.FLAG_SAFE  # then it serves nothing, whatever it is set to
            if not is_safe:
                yield from profile_findings(driver.link.caps, port)
            wait_for(lambda: _is_decided(driver.link), CONFIRMED_S)
            if driver.link.phase != LIVE:
                yield problem(driver.sentence)
                return
            yield from _check_link(driver)
            if driver.link.statistics.rtt_last >= 0:
                yield from state_findings(driver.link)
            yield from _check_counters(read_statistics(answer(driver.ask_statistics())))
            if driver.link.flags & wire.FLAG_FAULT:
                yield _crash(answer(driver.ask_fault()), port)
    except NotDescribed as error:
        yield problem(str(error))
    except CommandError as error:
        yield problem(
            f"The board answered, but no session with it holds: {error}",
            "Plug it in again; try another cable and another USB port, without a hub.",
        )


def _is_decided(link: Link) -> bool:
    return link.is_confirmed or bool(link.complaints) or link.phase != LIVE


def state_findings(link: Link) -> Iterator[Finding]:
    """Tell whether what the board says adds up."""
    for sentence in link.complaints:
        yield problem(sentence)
    if link.complaints:
        return
    if link.is_confirmed:
        yield ok(f"The board's state is known and confirmed: {len(link.state)} bytes.")
    else:
        yield problem(
            f"The board's state did not become known within {CONFIRMED_S:.0f} seconds.",
            "Plug the board in again and check it once more; try another cable.",
        )


def profile_findings(caps: Mapping[str, object], port: str) -> Iterator[Finding]:
    """Compare the board with the profile that it says it serves."""
    name = str(caps.get("profile", ""))
    cure = f"deadfall board config {port} --profile NAME --reboot"
    if name in ("", "none"):
        yield warning("The board does not know which table it serves.", cure)
    elif name not in profiles.names():
        yield info(f"The board serves {name}, which is no built-in profile.")
    elif differences := list(_differences(profiles.load(name).board_config(), caps)):
        cure = cure.replace("NAME", name)
        listed = "; ".join(differences)
        yield warning(f"The board serves {name}, but not as this Deadfall knows that profile: {listed}.", cure)
    else:
        yield ok(f"It serves the profile {name}, the same as this Deadfall knows.")


def _differences(wanted: Mapping[str, object], caps: Mapping[str, object]) -> Iterator[str]:
    """Yield each field in which a board differs from its profile, with both values."""
    for name, value in wanted.items():
        told = caps.get(name)
        if isinstance(value, dict) and isinstance(told, dict):
            yield from (f"{name}.{difference}" for difference in _differences(value, told))
        elif told != value or type(told) is not type(value):
            yield f"{name} is {_shown(told) if name in caps else 'missing'} instead of {_shown(value)}"


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _check_link(driver: Driver) -> Iterator[Finding]:
    statistics = driver.link.statistics
    if not wait_for(lambda: statistics.rtt_last >= 0, PONGS_S):
        yield problem(
            "The board began a session but then did not answer within two seconds.",
            "Plug it in again; try another cable.",
        )
        return
    frames = f"{statistics.bad_frames} of {statistics.frames_in} frames were bad"
    text = f"The link answers in {statistics.rtt_min} ms; {frames}."
    yield warning(text, "Try another cable or USB port.") if statistics.bad_frames else ok(text)
    if statistics.rtt_min > SLOW_MS:
        yield warning(
            f"The link takes {statistics.rtt_min} ms for an answer; 5 ms is usual.", "Connect it without a hub."
        )


def _check_counters(counters: dict[str, int]) -> Iterator[Finding]:
    bad = {name: counters[name] for name in _BAD if counters.get(name)}
    seconds = counters.get("ticks", 0) * 2 // 1000
    text = f"The board has run for {seconds} s; worst tick {counters.get('worst_tick_us', 0) / 1000:.1f} ms"
    if bad:
        text += ", and has counted " + ", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in bad.items())
    yield info(text + ".")


def _crash(data: bytes, port: str) -> Finding:
    """Show the record of the last crash, as the board wrote it."""
    text = plain_lines(data[1:].decode("utf-8", "replace")).strip() or "(the record is empty)"
    return warning(
        "The board has crashed and keeps the record of it:",
        *(f"    {line}" for line in text.splitlines()),
        f"To report it, copy these lines. To have the board forget them: deadfall board doctor {port} --forget",
    )
