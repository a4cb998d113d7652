"""Measurements: how fast and how lean, always beside a peer that ran in the same minute."""
