"""Tags: what the stickers on cards hold, how they are written, and which card each of them is.

Nothing here opens a port: `taps.Taps` is what a pad can do, and whoever has one supplies it.
"""

DECKS = "decks"
"""The name of the folder with the decks; it lies beside that of the games."""
