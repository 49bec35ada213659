"""How fighters decide while odds are computed: the one assumption behind every figure.

The default is `none`: the figures are of the attack itself, with every roll that the rules force on
anybody, and with each optional decision at its default. A player's name (`simple`) makes every
side reply as that player would. `best` makes every side reply as does it most good by the end of
the action.
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
"""How many replies are named beside a figure."""

SMALL_DIFFERENCE = 5e-5
"""Figures that differ by less are shown as equal."""

FIGURES_EXPLAINED = (
    "hit: the attack succeeds by the game's rules; harm: health the target loses, never more than "
    "it has; drop: the target no longer stands"
)
"""The meaning of the three figures of an attack, in every ruleset and on every surface."""


def reply_players(
    scenario: Scenario, replies: str = DEFAULT_REPLIES, players: Mapping[str, str] | None = None
) -> list[Player]:
    """Return the player who replies for each side: the one named for it, or the one of `replies`.

    Raise InvalidDataError for an unknown player. A person replies as `simple` does.
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
    """Return the assumption in words, to stand beside a figure."""
    if replies == BEST_REPLIES:
        return "if others give their best reply"
    if replies in WITHOUT_REPLIES:
        return "without optional replies"
    return f"if others reply as {replies} players do"


class Reply(NamedTuple):
    """An optional reply that a player gives: the fighter who gives it, its text and its cost."""

    who: str
    text: str
    cost: str

    def phrase(self) -> str:
        """Return the reply as a clause: "Sira helps"."""
        return f"{self.who} {third_person(self.text)}"


def third_person(text: str) -> str:
    """Turn an option's text into a verb phrase: "Help: up to two dice …" gives "helps"."""
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
    """The figures of an attack if everybody replies as a player would, and those replies."""

    player: str
    hit: float
    mean: float
    drop: float
    replies: list[Reply] = field(default_factory=list)

    def condition(self) -> str:
        """Return what the figures assume: "if Sira helps (simple would; costs 1 action)"."""
        if not self.replies:
            return f"if everybody replies as {self.player} players do"
        named = list(dict.fromkeys(reply.phrase() for reply in self.replies))
        more = [f"{len(named) - MOST_NAMED} more reply"] if len(named) > MOST_NAMED else []
        costs = list(dict.fromkeys(reply.cost for reply in self.replies if reply.cost))
        price = f"; costs {', '.join(costs)}" if costs else ""
        said = join_with_and([*named[:MOST_NAMED], *more])
        return f"if {said} ({self.player} would{price})"

    def text(self) -> str:
        """Return the share of hits with its condition, in a line."""
        return f"{percent(self.hit)} {self.condition()}"

    def data(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
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
    """The optional replies that players give while an attack is tried."""

    def __init__(self) -> None:
        self.found: dict[Reply, None] = {}

    def players(self, players: list[Player]) -> list[Player]:
        """Return the same players, whose replies are noted."""
        return [NotingPlayer(player, self) for player in players]

    def replies(self) -> list[Reply]:
        """List the replies that cost something or, if none does, all of them."""
        found = list(self.found)
        return [reply for reply in found if reply.cost] or found


class NotingPlayer(Player):
    """Decides as another player does, and notes each answer that is not the default."""

    def __init__(self, player: Player, noted: NotedReplies) -> None:
        self.player = player
        self.noted = noted

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the other player's answer."""
        answer = self.player.decide(fight, question)
        if isinstance(answer, Option) and answer.key != question.default_option().key:
            cost = "" if answer.cost == "free" else answer.cost
            self.noted.found[Reply(fight.setup.names[question.who], answer.text, cost)] = None
        return answer

    def decides_by_stage(self) -> bool:
        """Return whether its answers within a stage follow from the stage alone."""
        return self.player.decides_by_stage()
