"""Shinobi as seen by the rest of Affray."""

from affray.core.ruleset import Ruleset
from affray.rulesets.shinobi.files import ShinobiScenario, prepare
from affray.rulesets.shinobi.player.simple import SimplePlayer


class Shinobi(Ruleset, revision=2, scenario=ShinobiScenario, prepare=prepare, player=SimplePlayer):
    """The Shinobi ruleset."""
