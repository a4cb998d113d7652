"""A pad whose one card is a model of an NTAG21x: it is selected, asked and left in the dark for each step."""

from collections import deque

from hardware.twin.rfid.ntag21x import ACK, WRITE_US, Ntag21x
from host.tags.taps import TagGone, TagRefused, Tap, Wish
from tests.hardware.twin.rfid.talk import Talk


class ModelPad:
    """A pad. `lift_in_write` counts writes down; in the last one the card is lifted after that share of its time."""

    def __init__(self, tag: Ntag21x | None = None) -> None:
        self.tag = tag
        self.now = 0
        self.lift_in_write: tuple[int, float] | None = None
        self.writes = 0
        self.taps: deque[Tap] = deque()
        self.wishes: list[Wish] = []

    def ask(self, wish: Wish) -> None:
        self.wishes.append(wish)

    def wait(self, timeout: float) -> Tap | None:
        return self.taps.popleft() if self.taps else None

    def read(self, page: int, pages: int) -> bytes:
        talk = self._select()
        answers = [talk.ask(bytes((0x30, at))) for at in range(page, page + pages, 4)]
        self._dark(talk.now + 10_000)
        data = b"".join(answer for answer in answers if isinstance(answer, bytes))
        if len(data) < 4 * pages:
            raise TagRefused(f"Page {page} may not be read.")
        return data[: 4 * pages]

    def write(self, page: int, data: bytes) -> None:
        talk = self._select()
        answer = talk.ask(bytes((0xA2, page)) + data)
        self.writes += 1
        if answer != ACK:
            self._dark(talk.now + 10_000)
            raise TagRefused(f"Page {page} may not be written.")
        if self.lift_in_write is not None and self.lift_in_write[0] == self.writes:
            self._dark(talk.now + int(WRITE_US * self.lift_in_write[1]))
            self.tag = None
            raise TagGone("The card is gone.")
        self._dark(talk.now + 10_000)

    def _select(self) -> Talk:
        if self.tag is None:
            raise TagGone("There is no card on the pad.")
        talk = Talk(self.tag, self.now)
        assert talk.select()
        return talk

    def _dark(self, now: int) -> None:
        assert self.tag is not None
        self.tag.power(False, now)
        self.now = now + 10_000
