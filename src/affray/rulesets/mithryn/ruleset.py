"""Mithryn as the rest of Affray sees it."""

from affray.core.ruleset import Ruleset
from affray.rulesets.mithryn.scenario import MithrynScenario, prepare
from affray.rulesets.mithryn.tactics import Tactics


class Mithryn(Ruleset, revision=1, scenario=MithrynScenario, prepare=prepare, player=Tactics):
    """The Mithryn ruleset."""
