"""What every game is made of: tokens and what is known of them, decisions, options, entries, events, plays."""

from engines.core.catalogue import CatalogueError
from engines.core.entries import Answer, Corrected, Entry, Observed, Pass, Shuffled
from engines.core.game import AnyGame, Game, Result
from engines.core.options import Allocate, Number, OneOf, Options, Order, Place, Subset
from engines.core.oracles import Fixed, Log, Oracle, Shuffle, Table
from engines.core.play import AnyPlay, Play
from engines.core.problems import IllegalEntry, ParseError, Problem, SetupError
from engines.core.rulings import OptionError, Ruling
from engines.core.viewers import HOST, PUBLIC, WORLD
from engines.core.waiting import EACH, MUST, ORDERED, WINDOW, Decision, Reveal
from engines.core.zones import EVERYBODY, NOBODY, OWNER, Zone, Zones

__all__ = [
    "EACH",
    "EVERYBODY",
    "HOST",
    "MUST",
    "NOBODY",
    "ORDERED",
    "OWNER",
    "PUBLIC",
    "WINDOW",
    "WORLD",
    "Allocate",
    "Answer",
    "AnyGame",
    "AnyPlay",
    "CatalogueError",
    "Corrected",
    "Decision",
    "Entry",
    "Fixed",
    "Game",
    "IllegalEntry",
    "Log",
    "Number",
    "Observed",
    "OneOf",
    "OptionError",
    "Options",
    "Oracle",
    "Order",
    "ParseError",
    "Pass",
    "Place",
    "Play",
    "Problem",
    "Result",
    "Reveal",
    "Ruling",
    "SetupError",
    "Shuffle",
    "Shuffled",
    "Subset",
    "Table",
    "Zone",
    "Zones",
]
