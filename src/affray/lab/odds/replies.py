"""How others decide while odds are worked out: the one assumption behind every figure.

By default everybody replies as the player named for their side does, and as `simple` where none
is named. `passive` lets nobody react, and `best` has everybody reply as does them most good by
the end of the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from affray.core.problems import data_error, unknown_name
from affray.core.table import Player
from affray.players import DEFAULT_PLAYER, player_factories, player_named

if TYPE_CHECKING:
    from affray.library import Scenario

DEFAULT_REPLIES = DEFAULT_PLAYER
BEST_REPLIES = "best"


def reply_players(
    scenario: Scenario, replies: str = DEFAULT_REPLIES, players: Mapping[str, str] | None = None
) -> list[Player]:
    """The players who reply for each side: those named for a side, the others as `replies` says.

    Raises InvalidDataError for a player that is not known. A person replies as `simple` does.
    """
    known = [*player_factories(), BEST_REPLIES]
    if replies.partition(":")[0] not in known:
        raise data_error(unknown_name("player", replies, known), "--replies")
    plain = DEFAULT_REPLIES if replies == BEST_REPLIES else replies
    names = {**dict.fromkeys(scenario.sides, plain), **(players or {})}
    return [
        player_named(DEFAULT_REPLIES if names[side] == "me" else names[side], scenario.ruleset)
        for side in scenario.sides
    ]


def replies_text(replies: str = DEFAULT_REPLIES) -> str:
    """The assumption in words, to stand beside a figure."""
    if replies == BEST_REPLIES:
        return "if others give their best reply"
    if replies == "passive":
        return "if nobody reacts"
    return f"if others reply as {replies} players do"
