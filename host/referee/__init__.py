"""Which legal answer was it? Pure and game-agnostic: outlook, snapshots and time in, verdicts out."""
