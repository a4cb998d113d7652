"""What the tests of tags say to them: wake, select and exchange frames one after another."""

from hardware.twin.rfid.air import Frame, with_crc
from hardware.twin.rfid.tag import CASCADE, WUPA, Tag, cascade_frames

UID = bytes.fromhex("04a1b2c3d4e5f6")


class Talk:
    """A tag that is fed from time 0; each frame comes 10 ms after the one before."""

    def __init__(self, tag: Tag, now: int = 0) -> None:
        self.tag = tag
        self.now = now
        tag.power(True, now)

    def say(self, frame: Frame) -> Frame | None:
        self.now += 10_000
        answer = self.tag.receive(frame, self.now)
        return answer.frame if answer else None

    def ask(self, data: bytes) -> bytes | int | None:
        """Send a standard frame: its answer without the CRC, the value of a 4-bit answer, or None."""
        frame = self.say(with_crc(data))
        if frame is None:
            return None
        return frame.value if frame.bits == 4 else frame.data[:-2]

    def ask_hex(self, data: str) -> str | int | None:
        answer = self.ask(bytes.fromhex(data))
        return answer.hex() if isinstance(answer, bytes) else answer

    def select(self, wake: Frame = WUPA) -> bool:
        if self.say(wake) is None:
            return False
        parts = cascade_frames(self.tag.uid)
        return all(self.ask(bytes((code, 0x70)) + part) is not None for code, part in zip(CASCADE, parts, strict=False))

    def power_cycle(self) -> bool:
        """Off 10 ms after the last frame, on after another 10, and select again."""
        self.now += 10_000
        self.tag.power(False, self.now)
        self.now += 10_000
        self.tag.power(True, self.now)
        return self.select()
