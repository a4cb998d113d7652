"""The loop around taps: who is asked for what, and what becomes of errors."""

import pytest

from host.tags.tapping import each_tag
from host.tags.taps import Lifted, Seen, TagGone, Trouble
from host.tags.writing import WriteError
from tests.host.tags.model_pad import ModelPad


def test_the_light_leads_from_card_to_card() -> None:
    pad = ModelPad()
    pad.taps.extend([Seen(b"1234"), Lifted(), Trouble("Two cards."), Seen(b"5678")])
    seen: list[bytes] = []
    said: list[str] = []
    each_tag(pad, lambda: len(seen) == 2, lambda tap: seen.append(tap.uid), said.append)
    assert seen == [b"1234", b"5678"]
    assert said == ["Two cards."]
    assert pad.wishes == ["put", "hold", "take", "put", "hold", "take"]


@pytest.mark.parametrize("error", [TagGone("It is gone."), WriteError("It is locked.")])
def test_a_card_that_fails_is_told_and_the_next_may_come(error: Exception) -> None:
    pad = ModelPad()
    pad.taps.extend([Seen(b"1234"), Seen(b"5678")])
    done: list[bytes] = []
    said: list[str] = []

    def take(tap: Seen) -> None:
        if tap.uid == b"1234":
            raise error
        done.append(tap.uid)

    each_tag(pad, lambda: bool(done), take, said.append)
    assert said == [str(error)]
    assert done == [b"5678"]
