"""The error that a deck can raise; by itself, so that naming it loads nothing."""

from host.plain import plain


class DeckError(ValueError):
    """A deck cannot be used; the text is a sentence that says where, why and what to do. It is plain."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))
