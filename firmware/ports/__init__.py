"""The only hardware-dependent code of the firmware: one module for each kind of board."""
