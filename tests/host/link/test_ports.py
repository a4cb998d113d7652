"""Ports that are woken and closed from different threads."""

import os
import select
import socket
import struct
import tty

import pytest
import serial

from host.link.ports import PORT_ERRORS, explain, open_port

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing")


@pytest.fixture
def port():
    master, slave = os.openpty()
    tty.setraw(slave)
    port = open_port(os.ttyname(slave))
    yield port
    port.close()
    os.close(master)
    os.close(slave)


def test_a_port_that_is_woken_while_nobody_reads_returns_at_once(port):
    for _ in range(100_000):  # more than the pipe holds
        port.wake()
    assert port.read(60) == b""


def test_waking_a_closed_port_writes_into_no_other_file(port):
    port.close()
    others = [end for _ in range(8) for end in socket.socketpair()]  # they get the descriptors that the port had
    port.wake()
    heard, _, _ = select.select(others, [], [], 0)
    for other in others:
        other.close()
    assert heard == []


def test_closing_twice_closes_no_other_file(port):
    port.close()
    out, into = os.pipe()
    port.close()
    os.write(into, b"x")
    assert os.read(out, 1) == b"x"
    os.close(out)
    os.close(into)


@pytest.mark.parametrize("name", ["refused", "denied", "busy"])
def test_what_a_port_is_called_is_no_reason_why_it_cannot_be_opened(name):
    sentence = explain(f"hwgrep://{name}", serial.SerialException(f"no ports found matching regexp {name!r}"))
    assert sentence.startswith(f"hwgrep://{name} cannot be opened (no ports found matching")


# ---- sockets ----


@pytest.fixture
def connected():
    """A port that is a socket, and its other end."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        there, _ = server.accept()
        with there:
            yield port, there
        port.close()


def talk_for_ever(port):
    while True:
        port.read(0)
        port.write(b"?")


def test_closing_a_socket_hangs_up(connected):
    port, there = connected
    line = port._line._socket
    port.close()
    assert there.recv(1) == b""
    assert line.fileno() == -1


def test_a_socket_is_closed_though_the_other_side_has_gone_before(connected):
    port, there = connected
    line = port._line._socket
    there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset, as of a killed program
    there.close()
    with pytest.raises(PORT_ERRORS):
        talk_for_ever(port)
    port.close()
    assert line.fileno() == -1


def test_closing_a_socket_twice_closes_no_other_file(connected):
    port, _ = connected
    port.close()
    out, into = os.pipe()
    port.close()
    os.write(into, b"x")
    assert os.read(out, 1) == b"x"
    os.close(out)
    os.close(into)


def test_a_socket_that_is_closed_answers_like_a_port_that_is_gone(connected):
    port, _ = connected
    port.close()
    with pytest.raises(PORT_ERRORS):
        port.read(0.01)
    with pytest.raises(PORT_ERRORS):
        port.write(b"?")
    port.wake()
