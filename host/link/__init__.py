"""The link to the boards: discovery, framing, resume; nothing is silently lost.

``Link`` is the reducer, ``Driver`` its thread for one board, ``Boards`` keeps several; ``Stepped`` runs a link on
virtual time, and so does ``host.link.paced``, which needs pseudo-terminals and is therefore not imported here.
"""

from host.link.boards import Boards
from host.link.discovery import AUTO, Candidate, Found, Problem, candidates, find, identify
from host.link.driver import Driver, wall_clock
from host.link.happenings import (
    Arrived,
    Connected,
    Crashed,
    Described,
    Happening,
    Listener,
    Logged,
    Lost,
    Missed,
    Refused,
    Repaired,
    Troubled,
)
from host.link.pads import PadView, read_pages
from host.link.requests import Outcome
from host.link.scene import DARK, RGB, Effect, Scene
from host.link.session import CLOSED, GREETING, LIVE, LOST, PROBING, Link
from host.link.statistics import Statistics, read_statistics
from host.link.stepped import Stepped
from host.link.stream import Journal

__all__ = [
    "AUTO",
    "CLOSED",
    "DARK",
    "GREETING",
    "LIVE",
    "LOST",
    "PROBING",
    "RGB",
    "Arrived",
    "Boards",
    "Candidate",
    "Connected",
    "Crashed",
    "Described",
    "Driver",
    "Effect",
    "Found",
    "Happening",
    "Journal",
    "Link",
    "Listener",
    "Logged",
    "Lost",
    "Missed",
    "Outcome",
    "PadView",
    "Problem",
    "Refused",
    "Repaired",
    "Scene",
    "Statistics",
    "Stepped",
    "Troubled",
    "candidates",
    "find",
    "identify",
    "read_pages",
    "read_statistics",
    "wall_clock",
]
