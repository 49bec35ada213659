"""Orrery as seen by the rest of Affray."""

from affray.core.ruleset import Ruleset
from affray.rulesets.orrery.files import OrreryScenario, prepare
from affray.rulesets.orrery.player.game_master import GameMaster
from affray.rulesets.orrery.player.simple import SimplePlayer


class Orrery(
    Ruleset,
    revision=2,
    scenario=OrreryScenario,
    prepare=prepare,
    player=SimplePlayer,
    game_master=GameMaster,
    secret_condition="hidden",
):
    """The Orrery ruleset."""
