"""What every driver of a reader offers to ``firmware.pads``; nothing in it waits.

``set_up(now)`` brings the chip to life. A look at a pad is ``prepare``; ``light`` once ``is_prepared(now)``; ``step``
until it tells what is there; perhaps ``read``, ``write`` or ``recheck`` (is the tag alone? that may be known at once)
with more steps each; then ``darken``, and steps until ``is_idle``. The field is off as soon as ``is_dark``: perhaps
within ``darken(now, polls)``, which may take so many transfers more and tells PAD_DOWN or something else.
``step(now)`` does one micro-step and tells BUSY or an outcome:

    PAD_ABSENT      nobody has answered
    PAD_PRESENT     one tag: its UID is in ``card.uid``
    PAD_SEVERAL     more than one
    PAD_GARBLED     an answer that makes no sense, or a tag that went away in the middle
    PAD_DOWN        the reader itself does not answer as it should
    DONE, DENIED    what was asked has been done, or the tag says no
"""


def make(letter, wires, pad, card):
    """Return the driver for a letter of the config's ``readers``; one that no pad needs takes no memory."""
    if letter == "m":
        from firmware.mfrc522 import Mfrc522

        return Mfrc522(wires, pad, card)
    from firmware.pn532 import Pn532

    return Pn532(wires, pad, card)
