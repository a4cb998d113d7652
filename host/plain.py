"""Text of strangers, made safe to show: the one gate for whatever comes from a wire, a tag, a file or a port's name.

A terminal obeys escape sequences, rings at a bell and turns lines around at a bidirectional override. None of these
is printable, so none of them passes.
"""

from __future__ import annotations


def plain(text: str) -> str:
    """Return a text on one line, without signs that would steer a terminal.

    >>> plain("gun\\x1b[2J")
    'gun�[2J'
    """
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "�" for sign in text)


def plain_lines(text: str) -> str:
    """Return a text of any number of lines; line feeds stay, whatever else would steer a terminal does not.

    >>> plain_lines("one\\r\\ntwo\\a")
    'one\\ntwo�'
    """
    return "\n".join(plain(line) for line in text.replace("\r\n", "\n").split("\n"))
