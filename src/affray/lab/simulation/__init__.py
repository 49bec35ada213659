"""Simulation: `simulate` plays many fights on several processes or machines."""

from affray.lab.simulation.results import Simulation, Tally
from affray.lab.simulation.runner import simulate

__all__ = ["Simulation", "Tally", "simulate"]
