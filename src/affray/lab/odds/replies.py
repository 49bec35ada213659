"""The assumption behind all odds: how fighters reply.

The default is `none`: the odds are those of the attack itself. They include every roll that the
rules require, and each optional decision gets its default. With a player's name (`simple`), every
side replies as that player would. With `best`, every side gives the reply that is best for it by
the end of the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.core.fight import Fight
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, Player
from affray.lab.statistics import percent
from affray.players import DEFAULT_PLAYER, player_factories, player_named

if TYPE_CHECKING:
    from affray.library import Scenario

NO_REPLIES = "none"
BEST_REPLIES = "best"
DEFAULT_REPLIES = NO_REPLIES

WITHOUT_REPLIES = (NO_REPLIES, "passive")
"""The two names for odds in which every question gets its default answer."""

MOST_NAMED = 3
"""The maximum number of replies named next to a value."""

SMALL_DIFFERENCE = 5e-5
"""Values that differ by less are shown as equal."""

FIGURES_EXPLAINED = (
    "hit: the attack succeeds by the game's rules; harm: health the target loses, never more than "
    "it has; drop: the target no longer stands"
)
"""The meaning of the three values of an attack, in every ruleset and every interface."""


def reply_players(
    scenario: Scenario, replies: str = DEFAULT_REPLIES, players: Mapping[str, str] | None = None
) -> list[Player]:
    """Return the player who replies for each side: the one named for it, or the one of `replies`.

    Raises InvalidDataError for an unknown player. A person is assumed to reply as `simple` does.
    """
    if replies in WITHOUT_REPLIES:
        return [DefaultPlayer() for _ in scenario.sides]
    known = [NO_REPLIES, *player_factories(), BEST_REPLIES]
    if replies.partition(":")[0] not in known:
        raise data_error(unknown_name("player", replies, known), "--replies")
    plain = DEFAULT_PLAYER if replies == BEST_REPLIES else replies
    names = {**dict.fromkeys(scenario.sides, plain), **(players or {})}
    return [
        player_named(DEFAULT_PLAYER if names[side] == "me" else names[side], scenario.ruleset)
        for side in scenario.sides
    ]


def replies_text(replies: str = DEFAULT_REPLIES) -> str:
    """Return the assumption in words, for display next to a value."""
    if replies == BEST_REPLIES:
        return "if others give their best reply"
    if replies in WITHOUT_REPLIES:
        return "without optional replies"
    return f"if others reply as {replies} players do"


class Reply(NamedTuple):
    """An optional reply of a player: the fighter who replies, the option's text and its cost."""

    who: str
    text: str
    cost: str

    def phrase(self) -> str:
        """Return the reply as a clause: "Sira helps"."""
        return f"{self.who} {third_person(self.text)}"


def third_person(text: str) -> str:
    """Convert an option's text into a verb phrase: "Help: up to two dice …" becomes "helps"."""
    words = text.partition(":")[0].partition(",")[0].split()
    if words[0] in ("The", "A", "An"):
        return f"chooses {words[0].lower()} {' '.join(words[1:])}"
    for number, word in enumerate(words):
        if number == 0 or words[number - 1] == "and":
            words[number] = conjugated(word.lower())
    return " ".join(words)


def conjugated(verb: str) -> str:
    """Return the third person of an English verb."""
    if verb == "be":
        return "is"
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


@dataclass
class ReplyEffect:
    """The odds of an attack if every fighter replies as a player would, and these replies."""

    player: str
    hit: float
    mean: float
    drop: float
    replies: list[Reply] = field(default_factory=list)

    def condition(self) -> str:
        """Return the condition for these odds: "if Sira helps (simple would; costs 1 action)"."""
        if not self.replies:
            return f"if everybody replies as {self.player} players do"
        named = list(dict.fromkeys(reply.phrase() for reply in self.replies))
        more = [f"{len(named) - MOST_NAMED} more reply"] if len(named) > MOST_NAMED else []
        costs = list(dict.fromkeys(reply.cost for reply in self.replies if reply.cost))
        price = f"; costs {', '.join(costs)}" if costs else ""
        said = join_with_and([*named[:MOST_NAMED], *more])
        return f"if {said} ({self.player} would{price})"

    def text(self) -> str:
        """Return the chance to hit with its condition, in one line."""
        return f"{percent(self.hit)} {self.condition()}"

    def data(self) -> dict[str, Any]:
        """Return the odds as JSON data."""
        return {
            "player": self.player,
            "hit": self.hit,
            "harm": self.mean,
            "mean": self.mean,
            "drop": self.drop,
            "replies": [reply._asdict() for reply in self.replies],
            "text": self.condition(),
        }


def join_with_and(words: list[str]) -> str:
    """Join words with commas and a last "and"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


class NotedReplies:
    """A record of the optional replies that players give while an attack is tried."""

    def __init__(self) -> None:
        self.found: dict[Reply, None] = {}
        self.were_asked = False
        """Whether any player was asked a question."""

    def players(self, players: list[Player]) -> list[Player]:
        """Return the players, wrapped so that their replies are recorded."""
        return [NotingPlayer(player, self) for player in players]

    def replies(self) -> list[Reply]:
        """Return the replies that cost something or, if none does, all replies."""
        found = list(self.found)
        return [reply for reply in found if reply.cost] or found


class NotingPlayer(Player):
    """A player that decides as another does, and records each answer that is not the default."""

    def __init__(self, player: Player, noted: NotedReplies) -> None:
        self.player = player
        self.noted = noted

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the other player's answer."""
        self.noted.were_asked = True
        answer = self.player.decide(fight, question)
        if isinstance(answer, Option) and answer.key != question.default_option().key:
            cost = "" if answer.cost == "free" else answer.cost
            self.noted.found[Reply(fight.setup.names[question.who], answer.text, cost)] = None
        return answer

    def decides_by_stage(self) -> bool:
        """Return whether its answers within a stage follow from the stage alone."""
        return self.player.decides_by_stage()
