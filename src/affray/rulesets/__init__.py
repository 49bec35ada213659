"""The rulesets, one package each. None imports another. `affray.rulesets()` gives their names."""

import sys
from types import ModuleType


class RulesetPackage(ModuleType):
    """A package that can be called, and then says what is in it."""

    def __call__(self) -> list[str]:
        """The names of all rulesets, those of installed packages included."""
        from affray.api import ruleset_names

        return ruleset_names()


sys.modules[__name__].__class__ = RulesetPackage
