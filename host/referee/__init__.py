"""Which legal answer was it? Pure and game-agnostic: outlook, snapshots and time in, verdicts out.

>>> referee = Referee(neighbours)                                                # doctest: +SKIP
>>> referee.expect(outlook, past, now, is_seen=True)
>>> referee.look(snapshot, now), referee.due
"""

from host.referee.aiming import Aiming, Target
from host.referee.outlook import Outlook
from host.referee.referee import Referee
from host.referee.settings import Settings
from host.referee.verdicts import (
    Ask,
    Blind,
    Commit,
    Guide,
    Instead,
    Step,
    Still,
    TakeBack,
    TakenBack,
    Unchanged,
    Verdict,
    Wait,
)

__all__ = [
    "Aiming",
    "Ask",
    "Blind",
    "Commit",
    "Guide",
    "Instead",
    "Outlook",
    "Referee",
    "Settings",
    "Step",
    "Still",
    "TakeBack",
    "TakenBack",
    "Target",
    "Unchanged",
    "Verdict",
    "Wait",
]
