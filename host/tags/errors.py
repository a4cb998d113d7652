"""The error that a deck can raise; by itself, so that naming it loads nothing."""


class DeckError(ValueError):
    """A deck cannot be used; the text is a sentence that says where, why and what to do."""
