"""Simulation: `simulate` plays many fights, on as many processes or machines as there are."""

from affray.lab.simulation.results import Simulation, Tally
from affray.lab.simulation.runner import simulate

__all__ = ["Simulation", "Tally", "simulate"]
