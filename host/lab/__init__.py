"""Many games of house players, to see whether a game is fair: who wins, how long it takes, which cards are used."""
