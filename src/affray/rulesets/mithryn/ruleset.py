"""Mithryn as the rest of Affray sees it."""

from affray.core.ruleset import Ruleset
from affray.rulesets.mithryn.game_master import SimpleGameMaster
from affray.rulesets.mithryn.scenario import MithrynScenario, prepare
from affray.rulesets.mithryn.tactics import SimplePlayer


class Mithryn(
    Ruleset,
    revision=2,
    scenario=MithrynScenario,
    prepare=prepare,
    player=SimplePlayer,
    game_master=SimpleGameMaster,
):
    """The Mithryn ruleset."""
