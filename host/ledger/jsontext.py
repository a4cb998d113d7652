"""JSON as the ledger keeps it: compact, one spelling for each value, and only what JSON really has."""

from __future__ import annotations

import json
from typing import Any


def dump(value: Any) -> str:
    """Return a value as text; ValueError says why it cannot be kept.

    >>> dump({"keep": 3, "why": ["slid"]})
    '{"keep":3,"why":["slid"]}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("it has half a surrogate pair, which UTF-8 does not know") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"it is no JSON ({error})") from None
    return text


def load(text: str | bytes) -> Any:
    """Return the value of a text; ValueError says why it is none."""
    try:
        return json.loads(text.decode("utf-8") if isinstance(text, bytes) else text, parse_constant=_refuse)
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON: {error.msg} at character {error.pos + 1}") from None
    except ValueError:
        raise ValueError("it has a number that is too long, or one that JSON does not have") from None


def _refuse(name: str) -> None:
    raise ValueError(name)
