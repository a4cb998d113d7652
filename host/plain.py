"""Text of strangers, made safe to show."""

from __future__ import annotations


def plain(text: str) -> str:
    """Return a text without signs that would steer a terminal: a ledger or a tag may come from anywhere.

    >>> plain("gun\\x1b[2J")
    'gun�[2J'
    """
    return "".join(sign if sign.isprintable() else "�" for sign in text)
