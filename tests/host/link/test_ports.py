"""Ports that are woken and closed from different threads."""

import os
import select
import socket
import tty

import pytest

from host.link.ports import open_port

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
