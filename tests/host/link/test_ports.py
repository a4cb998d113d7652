"""Ports that are woken and closed from different threads."""

import errno
import os
import select
import socket
import struct
import tty

import pytest
import serial

from host.link.ports import PORT_ERRORS, _PolledPort, explain, open_port
from tests.host.link.page import told

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing")


@pytest.fixture
def ends():
    """Both ends of a pseudo-terminal: (master, slave)."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, slave
    os.close(master)
    os.close(slave)


@pytest.fixture
def master(ends):
    return ends[0]


@pytest.fixture
def port(ends):
    port = open_port(os.ttyname(ends[1]))
    yield port
    port.close()


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


# ---- ports that cannot be waited for ----


class Line:
    """Stands for a serial line of pyserial: has some bytes, of which it may tell only a few at a time."""

    def __init__(self, data=b"", told=1 << 30):
        self.data = data
        self.reads = []
        self.timeout = None
        self._told = told

    @property
    def in_waiting(self):
        return min(self._told, len(self.data))

    def read(self, size):
        self.reads.append(size)
        found, self.data = self.data[:size], self.data[size:]
        return found


def test_a_port_that_is_only_looked_at_is_not_waited_for():
    line = Line()
    assert _PolledPort(line).read(0) == b""
    assert line.reads == []
    line.data = b"abc"
    assert _PolledPort(line).read(0) == b"abc"


def test_a_port_that_is_waited_for_is_waited_for_as_long_as_the_page_says():
    line = Line()
    port = _PolledPort(line)
    assert line.timeout == told("ports.py", "POLL_S")
    assert port.read(0.5) == b""
    assert line.reads == [1], "a read of one byte waits until it comes"
    line.data = b"abc"
    assert port.read(0.5) == b"abc"


def test_all_that_has_arrived_is_read_though_the_line_tells_of_it_bit_by_bit():
    assert _PolledPort(Line(b"x" * 1000, told=1)).read(0) == b"x" * 1000


def test_one_read_has_an_end():
    most = int(told("ports.py", "MAX_READ"))
    line = Line(b"x" * 3 * most, told=1)
    assert len(_PolledPort(line).read(0)) == most


def test_what_is_written_to_a_loop_comes_back():
    port = open_port("loop://")
    port.write(b"\x00\x03\r\n")
    assert port.read(0) == b"\x00\x03\r\n"
    assert port.read(0) == b""
    port.wake()
    port.close()
    port.close()


def test_what_arrives_is_read_at_once_and_as_a_whole(port, master):
    assert port.read(0) == b""
    os.write(master, bytes(range(256)))
    assert port.read(60) == bytes(range(256))
    port.write(b"\x03\r\x1a")
    assert os.read(master, 100) == b"\x03\r\x1a"


def test_a_wake_wakes_once_and_loses_nothing(port, master):
    port.wake()
    os.write(master, b"x")
    assert port.read(60) == b"x"
    assert port.read(0) == b""
    port.wake()
    assert port.read(60) == b""
    os.write(master, b"y")
    assert port.read(60) == b"y"


def test_lines_are_set_before_the_port_is_opened_and_it_is_ours_alone(monkeypatch):
    """The second section of the page: DTR and RTS both set before the port is opened, and exclusive use."""
    at_opening = {}

    class Probe(serial.Serial):
        def open(self):
            at_opening.update(dtr=self.dtr, rts=self.rts, exclusive=self.exclusive, limit=self.write_timeout)
            raise serial.SerialException("Not today.")

    monkeypatch.setattr(serial, "serial_for_url", lambda port, do_not_open, **more: Probe(None, **more))
    with pytest.raises(serial.SerialException):
        open_port("/dev/board")
    assert at_opening == {"dtr": True, "rts": True, "exclusive": True, "limit": told("ports.py", "WRITE_TIMEOUT_S")}


def test_a_second_program_cannot_open_the_port(port):
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        open_port(port._line.port)


# ---- why a port cannot be opened ----


def wrapped(error):
    """As pyserial hides an error."""
    try:
        try:
            raise error
        except PORT_ERRORS:
            raise serial.SerialException("could not open port") from None
    except serial.SerialException as hidden:
        return hidden


@pytest.mark.parametrize("make", [lambda n: OSError(n, "x"), lambda n: PORT_ERRORS[-1](n, "x")])
@pytest.mark.parametrize("wrap", [lambda error: error, wrapped])
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "You may not open PORT."),
        (errno.EPERM, "You may not open PORT."),
        (errno.EAGAIN, "Another program has PORT open."),
        (errno.EBUSY, "Another program has PORT open."),
        (errno.ENOENT, "There is no port PORT."),
        (errno.ENOTTY, "PORT is not a serial port."),
        (errno.ECONNREFUSED, "Nobody listens at PORT."),
        (errno.EIO, "PORT cannot be opened ("),
    ],
)
def test_every_reason_has_its_sentence(make, wrap, number, words):
    assert words in explain("PORT", wrap(make(number)))


def test_a_reason_without_a_number_is_repeated():
    assert explain("PORT", ValueError("no such protocol")).startswith("PORT cannot be opened (no such protocol).")
    assert explain("PORT", ValueError()).startswith("PORT cannot be opened ().")


def test_a_port_of_the_system_is_waited_for_as_long_as_is_wished(port, monkeypatch):
    waited = []
    monkeypatch.setattr(select, "select", lambda read, write, other, limit: (waited.append(limit), ([], [], []))[1])
    assert port.read(7.5) == b""
    assert waited == [7.5]
