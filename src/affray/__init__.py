"""The combat chapters of tabletop games as rulebooks that run.

>>> import affray
>>> fight = affray.load("causeway").fight(seed=1)
>>> fight.winner
'party'
"""

from typing import TYPE_CHECKING

from affray.version import VERSION

if TYPE_CHECKING:
    from affray.api import FightRecord, Scenario, content, load, replay, scenarios
    from affray.api import ruleset_names as rulesets
    from affray.core.fight import Fight
    from affray.core.problems import InvalidDataError
    from affray.core.questions import Option, Question, Ruling
    from affray.core.table import Player
else:
    from types import ModuleType

    from affray import rulesets

    class RulesetPackage(ModuleType):
        """The package of the rulesets, which gives their names when it is called."""

        def __call__(self) -> list[str]:
            """Return the names of all rulesets, those of installed packages included."""
            from affray.library import ruleset_names

            return ruleset_names()

    rulesets.__class__ = RulesetPackage

    def __getattr__(name: str) -> object:
        """Import what is asked for when it is asked for, because a command needs little of it."""
        from importlib import import_module

        if name in PLACES:
            return getattr(import_module(PLACES[name]), name)
        raise AttributeError(f"module 'affray' has no attribute {name!r}")


__version__ = VERSION

PLACES = {
    "Fight": "affray.core.fight",
    "FightRecord": "affray.api",
    "InvalidDataError": "affray.core.problems",
    "Option": "affray.core.questions",
    "Player": "affray.core.table",
    "Question": "affray.core.questions",
    "Ruling": "affray.core.questions",
    "Scenario": "affray.api",
    "content": "affray.api",
    "load": "affray.api",
    "replay": "affray.api",
    "scenarios": "affray.api",
}
"""What can be imported from here, and where it is."""

__all__ = [
    "Fight",
    "FightRecord",
    "InvalidDataError",
    "Option",
    "Player",
    "Question",
    "Ruling",
    "Scenario",
    "__version__",
    "content",
    "load",
    "replay",
    "rulesets",
    "scenarios",
]
