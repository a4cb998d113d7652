"""The engine protocol: requests as JSON gives them, replies as JSON takes them. No I/O: ``docs/engine-protocol.md``.

Whatever comes in, a dict goes out, and a request that is refused leaves the play as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from engines.core import entries_json
from engines.core.catalogue import CatalogueError
from engines.core.entries import Answer, Entry
from engines.core.fields import Fields, Refused, echo
from engines.core.game import AnyGame
from engines.core.options import OneOf, Options
from engines.core.oracles import Oracle, Shuffle, Table
from engines.core.play import AnyPlay
from engines.core.problems import IllegalEntry, ParseError, Problem, SetupError
from engines.core.rulings import OptionError
from engines.core.viewers import PUBLIC, WORLD
from engines.core.waiting import MUST, Decision, Reveal

VERSION = 1
MAX_SEED = 1_000_000_000
MAX_SEATS = 99
MAX_CATALOGUE = 100_000  # characters
MAX_TEXT = 400  # characters of one answer
DEFAULT_TEXTS, MAX_TEXTS = 1_000, 10_000
MAX_UNDO = 1_000_000
MAX_GAMES, MAX_ANSWERS = 100, 2_000  # of one playout
MAX_ERROR = 500  # characters

Reply = dict[str, Any]
_SENTENCES = (Refused, ParseError, SetupError, OptionError, CatalogueError)


class Session:
    """One conversation about one game.

    Attributes: ``play``, the play that is talked about (None before ``new`` or ``setup``); ``ended``, after ``quit``.

    >>> session = Session(engines.load("armada"))                              # doctest: +SKIP
    >>> session.handle({"request": "new", "seed": 7})["ok"]
    True
    """

    def __init__(self, game: AnyGame) -> None:
        self._house = game
        self.play: AnyPlay | None = None
        self.ended = False

    def handle(self, request: Any) -> Reply:
        """Return the reply to one request."""
        tag: Reply = {}
        try:
            tag = echo(request)
            return {**tag, "ok": True, **self._answer(request)}
        except IllegalEntry as error:
            problem = error.problem
        except _SENTENCES as error:
            problem = Problem(str(error))
        except RecursionError:
            problem = Problem("The request is nested too deeply.")
        except Exception as error:
            name = type(error).__name__
            problem = Problem(f"The engine failed over this request ({name}: {error}); the play is as it was.")
        return {**tag, "ok": False, **_problem(problem, "error")}

    def _answer(self, request: dict[str, object]) -> Reply:
        name = request.get("request")
        known = REQUESTS.get(name) if isinstance(name, str) else None
        if known is None:
            said = f'There is no request "{name}"' if isinstance(name, str) else 'A request needs a text "request"'
            raise Refused(f"{said}; there are {', '.join(REQUESTS)}.")
        run, allowed = known
        return run(self, Fields(request, ("request", "id", *allowed)))

    # ---- about the game ------------------------------------------------------------------------------------------

    def _hello(self, fields: Fields) -> Reply:
        return {"game": self._house.name, "protocol": VERSION, "requests": list(REQUESTS)}

    def _catalogue(self, fields: Fields) -> Reply:
        game = self._house if self.play is None else self.play.game
        rulings = [
            {"name": ruling.name, "question": ruling.question, "values": list(ruling.values)} for ruling in game.rulings
        ]
        return {
            "game": game.name,
            "seats": list(game.seats if self.play is None else self.play.seats),
            "seat_counts": list(game.seat_counts),
            "options": dict(game.options),
            "rulings": rulings,
            **game.write_catalogue(),
        }

    def _quit(self, fields: Fields) -> Reply:
        self.ended = True
        return {}

    # ---- beginning -----------------------------------------------------------------------------------------------

    def _new(self, fields: Fields) -> Reply:
        seats = fields.whole("seats", 1, MAX_SEATS) if fields.has("seats") else None
        return self._begin(self._loaded(fields).new(_oracle(fields), seats))

    def _setup(self, fields: Fields) -> Reply:
        return self._begin(self._loaded(fields).setup(fields.object("position"), _oracle(fields)))

    def _loaded(self, fields: Fields) -> AnyGame:
        if not (fields.has("options") or fields.has("catalogue")):
            return self._house
        options = fields.texts("options") if fields.has("options") else {}
        catalogue = fields.text("catalogue", MAX_CATALOGUE) if fields.has("catalogue") else None
        return self._house.variant(catalogue, options)

    def _begin(self, play: AnyPlay) -> Reply:
        self.play = play
        return self._news(play, 0, 0)

    # ---- looking -------------------------------------------------------------------------------------------------

    def _state(self, fields: Fields) -> Reply:
        play = self._current()
        reply = {"position": play.position(), "digest": play.digest(), **_standing(play)}
        if fields.flag("log"):
            reply["log"] = _entries(play, 0)
        if fields.flag("history"):
            reply["history"] = [play.game.write_event(event) for event in play.events]
        return reply

    def _waiting(self, fields: Fields) -> Reply:
        return _standing(self._current())

    def _view(self, fields: Fields) -> Reply:
        play = self._current()
        return {"view": play.view(_viewer(play, fields))}

    def _options(self, fields: Fields) -> Reply:
        play = self._current()
        decision = _decision(play, fields.whole("decision", 0, MAX_UNDO) if fields.has("decision") else None)
        options = play.options(decision)
        reply: Reply = {"decision": decision.id, "count": options.count(), "kinds": _kinds(options)}
        if not fields.flag("texts"):
            return reply
        skip = fields.whole("skip", 0, MAX_SEED, default=0)
        limit = fields.whole("limit", 1, MAX_TEXTS, default=DEFAULT_TEXTS)
        texts = [play.write(choice, decision) for choice in islice(options.enumerate(), skip, skip + limit)]
        return {**reply, "texts": texts, "more": skip + len(texts) < reply["count"]}

    # ---- going on and back ---------------------------------------------------------------------------------------

    def _verify(self, fields: Fields) -> Reply:
        play = self._current()
        try:
            problem = play.verify(_entry(play, fields))
        except ParseError as error:
            problem = Problem(str(error))
        return {"problem": None if problem is None else _problem(problem, "sentence")}

    def _feed(self, fields: Fields) -> Reply:
        play = self._current().clone()  # whatever goes wrong, the play is as it was
        logged, happened = len(play.log), len(play.events)
        play.feed(_entry(play, fields))
        self.play = play
        return self._news(play, logged, happened)

    def _undo(self, fields: Fields) -> Reply:
        play = self._current().clone()
        answers = fields.whole("answers", 1, MAX_UNDO, default=1)
        try:
            play.undo(answers)
        except ValueError as error:
            raise Refused("There are not that many answers to take back.") from error
        self.play = play
        return _standing(play)

    def _playout(self, fields: Fields) -> Reply:
        play = self._current()
        viewer = _viewer(play, fields)
        seed = fields.whole("seed", -MAX_SEED, MAX_SEED, default=0)
        most = fields.whole("answers", 1, MAX_ANSWERS, default=MAX_ANSWERS)
        games = fields.whole("games", 1, MAX_GAMES, default=1)
        tally: Reply = {"games": games, "answers": 0, "wins": dict.fromkeys(play.seats, 0), "draws": 0}
        tally["unfinished"] = 0
        for number in range(games):
            rng = Random(f"{seed}/{number}")
            copy = play.sample(viewer, rng)
            tally["answers"] += _play_out(copy, rng, most)
            _count(tally, copy)
        return tally

    # ---- parts of replies ----------------------------------------------------------------------------------------

    def _current(self) -> AnyPlay:
        if self.play is None:
            raise Refused('There is no play yet; send the request "new" or "setup" first.')
        return self.play

    def _news(self, play: AnyPlay, logged: int, happened: int) -> Reply:
        """What entered a play and what happened since, and what it waits on now."""
        events = [play.game.write_event(event) for event in play.events[happened:]]
        return {"entries": _entries(play, logged), "events": events, **_standing(play)}


Handler = Callable[[Session, Fields], Reply]
REQUESTS: dict[str, tuple[Handler, tuple[str, ...]]] = {
    "hello": (Session._hello, ()),
    "new": (Session._new, ("seats", "seed", "options", "catalogue")),
    "setup": (Session._setup, ("position", "seed", "options", "catalogue")),
    "state": (Session._state, ("log", "history")),
    "catalogue": (Session._catalogue, ()),
    "waiting": (Session._waiting, ()),
    "options": (Session._options, ("decision", "texts", "skip", "limit")),
    "verify": (Session._verify, ("entry", "say")),
    "feed": (Session._feed, ("entry", "say")),
    "view": (Session._view, ("seat",)),
    "undo": (Session._undo, ("answers",)),
    "playout": (Session._playout, ("games", "answers", "seed", "seat")),
    "quit": (Session._quit, ()),
}
"""Each request, and the fields that it may have beside "request" and "id"."""


# ---- from requests ---------------------------------------------------------------------------------------------------


def _oracle(fields: Fields) -> Oracle:
    return Shuffle(fields.whole("seed", -MAX_SEED, MAX_SEED)) if fields.has("seed") else Table()


def _viewer(play: AnyPlay, fields: Fields) -> int:
    seats = play.seats
    name = fields.word("seat", (*seats, "public"), default="public")
    return PUBLIC if name == "public" else seats.index(name)


def _entry(play: AnyPlay, fields: Fields) -> Entry:
    if fields.has("entry") == fields.has("say"):
        raise Refused('Give either an "entry", or "say" with the text of an answer.')
    if fields.has("entry"):
        return entries_json.from_json(play, fields.object("entry"))
    decision = _decision(play, None)
    return Answer(decision.id, play.game.parse(play.state, decision, fields.text("say", MAX_TEXT)))


def _decision(play: AnyPlay, id_: int | None) -> Decision:
    for item in play.waiting:
        if isinstance(item, Decision) and id_ in (None, item.id):
            return item
    if not play.waiting:
        raise Refused("The game is over; nobody has to decide anything.")
    raise Refused('Nobody has to decide that now; the request "waiting" tells what the play waits on.')


# ---- for replies -----------------------------------------------------------------------------------------------------


def _problem(problem: Problem, key: str) -> Reply:
    sentence = problem.sentence
    if len(sentence) > MAX_ERROR:
        sentence = sentence[: MAX_ERROR - 1] + "…"
    return {key: sentence, "rule": problem.rule or None}


def _standing(play: AnyPlay) -> Reply:
    """What a play waits on, or how it ended."""
    waiting = [_item(play.game, item) for item in play.waiting]
    result = play.result
    if result is None:
        return {"waiting": waiting, "result": None}
    winner = None if result.winner is None else play.seats[result.winner]
    return {"waiting": waiting, "result": {"winner": winner, "rule": result.rule}}


def _item(game: AnyGame, item: Decision | Reveal) -> Reply:
    seat = "world" if item.seat == WORLD else game.seats[item.seat]
    if isinstance(item, Decision):
        return {"decision": item.id, "seat": seat, "kind": item.kind, "policy": item.policy}
    told = {"reveal": item.id, "seat": seat, "token": game.write_token(item.token), "zone": item.zone}
    return told if item.policy == MUST else {**told, "policy": item.policy}


def _entries(play: AnyPlay, first: int) -> list[Reply]:
    return [entries_json.to_json(play, at) for at in range(first, len(play.log))]


def _kinds(options: Options[object]) -> list[str]:
    return [str(kind) for kind in options.kinds()] if isinstance(options, OneOf) else []


def _play_out(play: AnyPlay, rng: Random, most: int) -> int:
    """Answer at random until the game is over, first what to do and then how; return the number of answers."""
    for number in range(most):
        if not play.waiting:
            return number
        decision = play.decision
        options = play.options(decision)
        draw = options.sample_kind_first if isinstance(options, OneOf) else options.sample
        play.feed(Answer(decision.id, draw(rng)))
    return most


def _count(tally: Reply, play: AnyPlay) -> None:
    result = play.result
    if result is None:
        tally["unfinished"] += 1
    elif result.winner is None:
        tally["draws"] += 1
    else:
        tally["wins"][play.seats[result.winner]] += 1
