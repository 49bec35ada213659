"""Duels solved exactly: `solve_duel` gives who wins, how long it takes, and the best play."""

from typing import TYPE_CHECKING, Any

from affray.lab.duels.limits import SolverLimits, SolverProgress

if TYPE_CHECKING:
    from affray.lab.duels.solver import Duel, solve_duel

__all__ = ["Duel", "SolverLimits", "SolverProgress", "solve_duel"]


def __getattr__(name: str) -> Any:
    """The solver, which is imported when it is first asked for: its libraries take a while."""
    if name in ("Duel", "solve_duel"):
        from affray.lab.duels import solver

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
