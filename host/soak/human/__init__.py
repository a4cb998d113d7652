"""A person at a table, in millimetres and seconds.

Written from what a table looks like to those who sit at it (docs/referee.md), apart from what the host makes of it: a
person knows the rules, where the things lie, and what lights, screen and ledger tell; it never sees a scene, a
signature or an option. Nothing in here imports the referee or a stage, and a test holds that.
"""
