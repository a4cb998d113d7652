"""What MicroPython has by itself, for CPython as well.

``_NAME = const(5)`` is known to MicroPython's compiler: the number stands wherever the name does, and a name that
begins with an underscore takes no memory at all. It must be a whole number, or made of such names in the same file.
"""


def const(value: int) -> int:
    """Return the number as it is."""
    return value


try:
    from micropython import const  # type: ignore[assignment]  # noqa: F401
except ImportError:
    pass
