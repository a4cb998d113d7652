"""A link on a scripted board, on virtual time."""

import pytest

from host.ledger import Ledger
from host.link import Link, Stepped
from tests.host.link.scripted_board import ScriptedBoard


class Table:
    """A scripted board, a ledger and a link, stepped together; ``heard`` is every happening."""

    def __init__(self, folder, **board):
        self.path = folder / "play.ledger"
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        self.heard = []
        self.caps_cache = {}
        self.run = Stepped(ScriptedBoard(**board), self.new_link())

    def new_link(self, seed=1):
        return Link(self.ledger, listener=self.heard.append, caps_cache=self.caps_cache, seed=seed)

    @property
    def link(self):
        return self.run.link

    @property
    def board(self):
        return self.run.board

    def connect(self):
        self.run.plug()
        self.run.run_for(500)
        assert self.link.phase == "live"
        return self

    def restart_board(self, boot_id):
        """The board starts anew behind the open port."""
        self.run.board = ScriptedBoard(boot_id=boot_id, started=self.run.now, lights=self.board.lights)

    def of(self, kind):
        return [happening for happening in self.heard if isinstance(happening, kind)]

    def numbers(self, boot_id=None):
        return [fact.seq for fact in self.ledger.facts(boot_id=boot_id) if fact.seq is not None]

    def is_whole(self):
        return (
            self.link.is_whole and self.link.state == bytes(self.board.state) and self.link.next_seq == self.board.head
        )


@pytest.fixture
def make_table(tmp_path):
    tables = []

    def make(**board):
        folder = tmp_path / str(len(tables))
        folder.mkdir()
        tables.append(Table(folder, **board))
        return tables[-1]

    yield make
    for table in tables:
        table.ledger.close()


@pytest.fixture
def table(make_table):
    return make_table().connect()
