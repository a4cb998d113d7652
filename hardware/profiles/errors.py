"""The one error that reading a profile can raise."""


class ProfileError(ValueError):
    """A profile cannot be used; the text is a sentence that says where, why and what to do."""
