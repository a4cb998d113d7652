"""Tags: what the stickers on cards hold, how they are written, and which card each of them is.

Nothing here opens a port: `taps.Taps` is what a pad can do, and whoever has one supplies it.
"""
