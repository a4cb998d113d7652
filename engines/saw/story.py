"""The story of a trap: the fragments of its three cards, told in one of several frames.

A mechanism is a clause with a capital letter, an object a noun phrase with its article, an escape an infinitive clause.
Every frame uses each of them once, so that any three parts read well in any frame.
"""

from __future__ import annotations

FRAMES = (
    "{mechanism}. {Object} holds what you need, and the one way out is {escape}.",
    (
        "Look around you. {mechanism}. What you need lies in {object}, and nobody will bring it to you. "
        "To live, you have {escape}."
    ),
    (
        "{mechanism}. Before you stands {object}. Do not turn away, for your freedom lies inside. "
        "Will you find the courage {escape}?"
    ),
    "You have always let others pay. {mechanism}. Today the price lies in {object}, and you are the one {escape}.",
    (
        "Listen closely, for I say this once. {mechanism}. {Object} is all that I have left you. "
        "If you want to see the morning, you will have {escape}."
    ),
    "{mechanism}. You may curse me, or you may look into {object}. The door opens once you are willing {escape}.",
    "How much is a second chance worth? {mechanism}. Yours waits in {object}. All I ask of you is {escape}.",
    (
        "Breathe slowly. {mechanism}. I have hidden your chance in {object}. "
        "Before the hour is over, you must find the strength {escape}."
    ),
    (
        "{mechanism}. Once, you looked away. Now {object} hides your only chance, "
        "and you must decide whether you are ready {escape}."
    ),
    (
        "They will ask how you got out, if you do. {mechanism}. Tell them of {object}, "
        "and of the moment when you chose {escape}."
    ),
    (
        "{mechanism}. The clock does not care, and neither do I. Everything you need is inside {object}; "
        "all that is missing is the will {escape}."
    ),
)


def tell(frame: int, mechanism: str, thing: str, escape: str) -> str:
    """Return the story of three fragments; any number picks a frame.

    >>> tell(0, "Gas whispers from a valve", "a bathtub of acid", "to pull the lever")
    'Gas whispers from a valve. A bathtub of acid holds what you need, and the one way out is to pull the lever.'
    """
    told = FRAMES[frame % len(FRAMES)]
    return told.format(mechanism=mechanism, object=thing, Object=thing[:1].upper() + thing[1:], escape=escape)


LONGEST = max(len(tell(frame, "", "", "")) for frame in range(len(FRAMES)))
"""How many characters the longest frame has without any fragment."""
