"""The combat chapters of tabletop games as rulebooks that run.

>>> import affray
>>> fight = affray.load("causeway").fight(seed=1)
>>> fight.winner()
'party'
"""

from typing import TYPE_CHECKING

from affray.version import VERSION

if TYPE_CHECKING:
    from affray.api import FightRecord, Scenario, load, replay
else:

    def __getattr__(name: str) -> object:
        """Imports what is asked for when it is asked for: a command needs little of it."""
        if name in __all__:
            from affray import api

            return getattr(api, name)
        raise AttributeError(f"module 'affray' has no attribute {name!r}")


__version__ = VERSION

__all__ = ["FightRecord", "Scenario", "__version__", "load", "replay"]
