"""What a command raises when it cannot do what was asked."""

from __future__ import annotations

from host.plain import plain_lines


class CommandError(Exception):
    """The thing asked for failed; the text is a whole sentence that says what to do next.

    It is plain: boards, files and the names of both may have had a part in it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(plain_lines(text))
