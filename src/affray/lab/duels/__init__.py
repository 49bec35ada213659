"""Duels solved exactly: `solve_duel` gives who wins, how long it takes, and the best play."""

from affray.lab.duels.solver import Duel, solve_duel
from affray.lab.duels.states import SolverLimits

__all__ = ["Duel", "SolverLimits", "solve_duel"]
