"""The window: PyQt6. It shows and asks; it decides nothing."""
