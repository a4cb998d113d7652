"""The rules of three games, pure: no I/O, no clock, no Qt, no third-party package."""
