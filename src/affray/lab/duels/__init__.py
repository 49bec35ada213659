"""Duels solved exactly: `solve_duel` gives who wins, how long it takes, and the best play."""

from affray.lab.duels.limits import SolverLimits, SolverProgress
from affray.lab.duels.solver import Duel, solve_duel

__all__ = ["Duel", "SolverLimits", "SolverProgress", "solve_duel"]
