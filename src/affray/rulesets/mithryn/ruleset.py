"""Register Mithryn."""

from affray.core.ruleset import Ruleset
from affray.rulesets.mithryn.files import MithrynScenario, prepare
from affray.rulesets.mithryn.player.game_master import SimpleGameMaster
from affray.rulesets.mithryn.player.simple import SimplePlayer


class Mithryn(
    Ruleset,
    revision=2,
    scenario=MithrynScenario,
    prepare=prepare,
    player=SimplePlayer,
    game_master=SimpleGameMaster,
):
    """The Mithryn ruleset."""
