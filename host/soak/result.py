"""What a soak of the link reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from host.figures import percentile
from host.soak.truth import Verdict


@dataclass(slots=True)
class SoakResult:
    """The outcome of one soak; ``is_good`` is what matters."""

    verdict: Verdict
    wrong_end_states: int
    recoveries_ms: list[float]
    incidents: Counter[str]
    spoiled: Counter[str]
    seed: int
    settings: dict[str, object]
    seconds: float = 0.0
    overruns: int = 0  # frames cut short by the board's USB FIFO; they are sent again
    notes: list[str] = field(default_factory=list)
    untold: int = 0  # hosts that were killed before they could tell what was spoiled

    @property
    def is_good(self) -> bool:
        """Nothing lost silently, nothing twice, nothing untrue, every end state right."""
        verdict = self.verdict
        return not (verdict.lost or verdict.duplicated or verdict.untrue or self.wrong_end_states)

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        verdict = self.verdict
        return {
            **self.settings,
            "sent": verdict.sent,
            "journalled": verdict.journalled,
            "lost": verdict.lost,
            "duplicated": verdict.duplicated,
            "untrue": verdict.untrue,
            "gaps": verdict.gaps,
            "wrong_end_states": self.wrong_end_states,
            "recovery_ms_p50": round(percentile(self.recoveries_ms, 0.50), 1),
            "recovery_ms_p99": round(percentile(self.recoveries_ms, 0.99), 1),
            "fifo_overruns": self.overruns,
            "recoveries": len(self.recoveries_ms),
            "incidents": dict(sorted(self.incidents.items())),
            "spoiled": dict(sorted(self.spoiled.items())),
            "spoiled_untold_hosts": self.untold,
            "seconds": round(self.seconds, 1),
            "seed": self.seed,
        }
