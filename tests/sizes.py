"""One test in two sizes: a small one for every change, a large one for ``make soak``."""

import pytest


def sizes(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Let a test have ``few`` of something in ``make test``, and ``many`` in ``make soak``."""
    large = pytest.param(many, marks=[pytest.mark.slow, pytest.mark.timeout(600)])
    return pytest.mark.parametrize(name, [few, large])
