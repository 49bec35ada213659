"""Duels solved exactly: `solve_duel` computes who wins, how long it takes, and the best play."""

from typing import TYPE_CHECKING, Any

from affray.lab.duels.limits import SolverLimits, SolverProgress

if TYPE_CHECKING:
    from affray.lab.duels.result import Duel
    from affray.lab.duels.solver import solve_duel

__all__ = ["Duel", "SolverLimits", "SolverProgress", "solve_duel"]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, because a command needs few of them."""
    if name in ("Duel", "solve_duel"):
        from affray.lab.duels import result, solver

        return result.Duel if name == "Duel" else solver.solve_duel
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
