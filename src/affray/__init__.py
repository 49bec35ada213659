"""The combat chapters of tabletop games as rulebooks that run.

>>> import affray
>>> fight = affray.load("causeway").fight(seed=1)
>>> fight.winner()
'party'
"""

from affray.api import Played, Scenario, load, replay
from affray.version import VERSION

__version__ = VERSION

__all__ = ["Played", "Scenario", "__version__", "load", "replay"]
