"""The vocabulary of a scenario's observations: its kinds of questions, options and conditions.

The vocabulary comes from the scenario's file and from a few random fights, which are always the
same. Observations also have a column for an unknown kind of option and for an unknown condition. If
a question has more options than there are actions, the last action turns the page.
"""

from __future__ import annotations

from functools import lru_cache

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.observation import ObservationEncoder, Vocabulary, condition_of
from affray.core.problems import data_error
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import Scenario, parse
from affray.players.random import RandomPlayer

SURVEY_FIGHTS, SURVEY_DECISIONS = 60, 3000
"""The maximum number of random fights, and of decisions in them."""

MARGIN = 1.25
"""The number of actions, as a multiple of the most options of a question in the random fights."""

FEWEST_OPTIONS, MOST_OPTIONS = 8, 256
"""The minimum and maximum number of actions."""


class SurveyPlayer(Player):
    """A player that chooses at random and records the questions, options and conditions."""

    def __init__(self) -> None:
        self.random = RandomPlayer(2026)
        self.decisions = 0
        self.question_kinds: set[str] = set()
        self.option_kinds: set[str] = set()
        self.conditions: set[str] = set()
        self.most_options = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return a random option, and record the question."""
        self.decisions += 1
        self.question_kinds.add(question.kind)
        self.option_kinds.update(option.kind for option in question.options)
        self.most_options = max(self.most_options, len(question.options))
        for fighter in fight.roster():
            self.conditions.update(condition_of(words)[0] for words in fighter.conditions())
        return self.random.decide(fight, question)


def scenario_encoder(scenario: Scenario, max_options: int | None = None) -> ObservationEncoder:
    """Return an encoder of a scenario's observations.

    Raises InvalidDataError for an invalid number of actions.
    """
    if max_options is not None and not 2 <= max_options <= 4096:
        raise data_error(f"expected 2 to 4096 actions, not {max_options}", "max_options")
    vocabulary = survey(scenario.toml(), scenario.name, max_options)
    fight = scenario.setup.new_fight(LiveTable(Dice(0), []))
    return ObservationEncoder(vocabulary, [int(fighter.side) for fighter in fight.roster()])


@lru_cache(maxsize=64)
def survey(text: str, name: str, max_options: int | None = None) -> Vocabulary:
    """Return the vocabulary of a scenario's fights, from random fights."""
    scenario = parse(text, name)
    player = SurveyPlayer()
    players: list[Player] = [player] * len(scenario.sides)
    for number in range(SURVEY_FIGHTS):
        fight = scenario.setup.new_fight(LiveTable(Dice(2026, number), players, player))
        while not fight.is_over() and player.decisions < SURVEY_DECISIONS:
            fight.step()
        for fighter in fight.roster():
            player.conditions.update(fighter.condition_names())
    most = max_options
    if most is None:
        seen = round(player.most_options * MARGIN)
        most = min(MOST_OPTIONS, max(FEWEST_OPTIONS, seen))
        most += (most + len(scenario.setup.names)) % 2  # to align the numbers of an observation
    return Vocabulary(
        sorted(player.question_kinds),
        sorted(player.option_kinds),
        sorted(player.conditions),
        most,
        grid_width(scenario.setup.board()),
    )


def grid_width(board: dict[str, object]) -> int:
    """Return the number of places in a row of a grid; 0 for any other field."""
    width = board.get("width")
    return width if isinstance(width, int) else 0
