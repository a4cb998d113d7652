"""Runs before ``main.py``. Empty on purpose: pins are safe at reset, and USB must stay usable for repairs."""
