"""Bytes from a terminal become keys."""

from host.cli.monitor.keys import Keys


def test_plain_keys_and_arrows_of_both_modes():
    assert Keys().feed(b"q\x1b[A\x1bOB\r \x03?") == ["q", "up", "down", "enter", "space", "ctrl-c", "?"]


def test_a_sequence_may_come_in_pieces():
    keys = Keys()
    assert [keys.feed(piece) for piece in (b"\x1b", b"[", b"C", b"x")] == [[], [], ["right"], ["x"]]


def test_a_lone_escape_is_a_key_once_nothing_follows():
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.feed(b"") == ["escape"]
    assert keys.feed(b"") == []


def test_sequences_that_mean_nothing_here_are_skipped_whole():
    assert Keys().feed(b"\x1b[15~\x1b[1;5Cr") == ["r"]


def test_bytes_that_are_no_keys_are_skipped():
    assert Keys().feed("é\x01\xff".encode("latin-1") + b"n") == ["n"]


def test_an_endless_sequence_does_not_block_the_keys():
    keys = Keys()
    keys.feed(b"\x1b[" + b"1" * 40)
    assert keys.feed(b"q") == ["q"]
