"""The fields of a request, hostile until checked."""

from __future__ import annotations

from typing import Any

from engines.core.schema import Checks

MAX_ID = 2**53 - 1  # what every JSON reader holds exactly
MAX_ID_TEXT = 100
MAX_OPTIONS = 100


class Refused(ValueError):
    """A request cannot be understood; the message says what was expected."""


_CHECK = Checks(Refused)


def echo(request: object) -> dict[str, object]:
    """Return the part of a reply that repeats the request's ``id``."""
    if not isinstance(request, dict):
        raise Refused('A request is an object, such as {"request": "new", "seed": 7}.')
    if "id" not in request:
        return {}
    id_ = request["id"]
    if (type(id_) is int and abs(id_) <= MAX_ID) or (isinstance(id_, str) and len(id_) <= MAX_ID_TEXT):
        return {"id": id_}
    raise Refused(f'"id" must be a whole number or a text of at most {MAX_ID_TEXT} characters.')


class Fields:
    """Reads one request. A field that is null counts as left out; one that nobody reads is misspelt."""

    def __init__(self, request: dict[str, object], allowed: tuple[str, ...]) -> None:
        for key in request:
            if key not in allowed:
                known = ", ".join(name for name in allowed if name not in ("request", "id")) or "none but id"
                raise Refused(f'This request has no field "{key}"; it may have {known}.')
        self._request = request

    def has(self, key: str) -> bool:
        """Tell whether a field is there."""
        return self._request.get(key) is not None

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a field that must be a whole number."""
        return _CHECK.whole(self._request[key] if self.has(key) else default, f'"{key}"', low, high)

    def flag(self, key: str) -> bool:
        """Return a field that must be true or false; left out it is false."""
        return _CHECK.flag(self._request[key] if self.has(key) else False, f'"{key}"')

    def text(self, key: str, most: int) -> str:
        """Return a field that must be a text."""
        return _CHECK.text(self._request.get(key), f'"{key}"', most)

    def word(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """Return a field that must be one of some words."""
        return _CHECK.word(self._request[key] if self.has(key) else default, f'"{key}"', allowed)

    def object(self, key: str) -> dict[str, Any]:
        """Return a field that must be an object."""
        value = self._request.get(key)
        if not isinstance(value, dict):
            raise Refused(f'"{key}" must be an object.')
        return value

    def texts(self, key: str) -> dict[str, str]:
        """Return a field that must be an object of texts."""
        value = self.object(key)
        if len(value) > MAX_OPTIONS or not all(isinstance(text, str) for text in value.values()):
            raise Refused(f'"{key}" must be an object of at most {MAX_OPTIONS} texts.')
        return value
