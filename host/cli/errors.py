"""What a command raises when it cannot do what was asked."""

from __future__ import annotations


class CommandError(Exception):
    """The thing asked for failed; the text is a whole sentence that says what to do next."""
