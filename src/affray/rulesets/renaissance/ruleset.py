"""Renaissance as seen by the rest of Affray."""

from affray.core.ruleset import Ruleset
from affray.rulesets.renaissance.files import RenaissanceScenario, prepare
from affray.rulesets.renaissance.player.simple import SimplePlayer


class Renaissance(
    Ruleset,
    revision=2,
    scenario=RenaissanceScenario,
    prepare=prepare,
    player=SimplePlayer,
    secret_condition="hidden",
):
    """The Renaissance ruleset."""
