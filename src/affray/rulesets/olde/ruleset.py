"""Dungeons of Olde as the rest of Affray sees it."""

from affray.core.ruleset import Ruleset
from affray.rulesets.olde.files import OldeScenario, prepare
from affray.rulesets.olde.player.game_master import SimpleGameMaster
from affray.rulesets.olde.player.simple import SimplePlayer


class Olde(
    Ruleset,
    revision=2,
    scenario=OldeScenario,
    prepare=prepare,
    player=SimplePlayer,
    game_master=SimpleGameMaster,
):
    """The ruleset of Dungeons of Olde."""
