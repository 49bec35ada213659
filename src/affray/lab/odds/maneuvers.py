"""The odds of a manoeuvre: an option of a fighter's turn that is no attack, such as a grapple.

A manoeuvre is given by its kind. The fight is played to the fighter's first turn; until then every
other fighter takes the default option. The option is followed to the end of the action.
"""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.dice import Dice
from affray.core.fight import Fight, Fighter
from affray.core.odds import OddsCache, OddsTable
from affray.core.playouts import Snapshot
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, LiveTable, Player
from affray.core.tape import OpenQuestionError, RecordingTable
from affray.lab.odds.asked_attacks import AttackChoice, find_pair, within_reach
from affray.lab.odds.fighter_states import fighter_states
from affray.lab.odds.questions import QuestionOdds, option_odds_within
from affray.lab.odds.replies import BEST_REPLIES, reply_players
from affray.library import Scenario

MANEUVER_SECONDS = 10.0
"""The time limit for the exact odds of a manoeuvre; after it they are sampled."""

MOST_STEPS = 500
"""The maximum number of steps of a fight until the fighter's turn."""


class TurnFinder(Player):
    """A player that answers each question with its default until a fighter's turn."""

    def __init__(self, who: int) -> None:
        self.who = who
        self.others = DefaultPlayer()

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the default, or raise OpenQuestionError at the fighter's turn."""
        if question.who == self.who and question.kind == "turn":
            raise OpenQuestionError(fight, question)
        return self.others.decide(fight, question)


@dataclass
class TurnQuestion:
    """The question on a fighter's turn, with the snapshot that leads to it."""

    snapshot: Snapshot
    fight: Fight
    question: Question


def find_turn(scenario: Scenario, fight: Fight, who: int) -> TurnQuestion:
    """Play on to a fighter's turn; raise InvalidDataError if it has none."""
    player = TurnFinder(who)
    for number in range(MOST_STEPS):
        if fight.is_over():
            break
        before = fight.copy(OddsTable())
        table = RecordingTable(LiveTable(Dice(0, number), [player] * len(scenario.sides)), False)
        fight = fight.copy(table)
        try:
            fight.step()
        except OpenQuestionError as asked:
            return TurnQuestion(Snapshot(before, list(table.answers)), fight, asked.question)
    raise data_error(f"{fight.roster()[who].name} has no turn in this fight", "--attacker")


def maneuver_odds(scenario: Scenario, asked: AttackChoice) -> QuestionOdds:
    """Return the odds of a manoeuvre by the names of fighters and its kind.

    Raises InvalidDataError if the fighter has no option of that kind. With `ignore_distance` the
    two fighters are put within reach first.
    """
    fight = scenario.setup.new_fight(OddsTable())
    who, foe = find_pair(fight, asked.attacker, asked.target)
    turn = find_turn(scenario, fight, int(who.index))
    if not fitting_options(turn.question, asked, foe) and asked.ignore_distance:
        attacks = [attack for attack in fight.attacks(who.index) if attack.target == foe.index]
        nearer = [one for attack in attacks if (one := within_reach(fight, who, attack))]
        turn = find_turn(scenario, nearer[0] if nearer else fight, int(who.index))
    options = fitting_options(turn.question, asked, foe)
    if not options:
        kinds = {one.kind for one in turn.question.options}
        kinds |= {one.kind for one in fight.attacks(who.index)}
        if asked.manner in kinds or not kinds:
            raise data_error(f"{who.name} cannot {asked.manner} {foe.name} now", "--as")
        raise data_error(
            unknown_name("kind of attack or manoeuvre", asked.manner or "", kinds), "--as"
        )
    before = fighter_states(turn.fight)
    players, cache = reply_players(scenario, asked.replies), OddsCache()
    name = scenario.setup.asked_name(turn.question)
    best = asked.replies == BEST_REPLIES
    found = [
        option_odds_within(turn.snapshot, name, one, before, players, cache, MANEUVER_SECONDS, best)
        for one in options
    ]
    return QuestionOdds(scenario.setup, turn.question, before, found, asked.replies, 0.0)


def fitting_options(question: Question, asked: AttackChoice, foe: Fighter) -> list[Option]:
    """List the options of a kind that target a given fighter or none."""
    return [
        one
        for one in question.options
        if one.kind == asked.manner and one.target in (int(foe.index), -1)
    ]


def attack_kinds(scenario: Scenario, asked: AttackChoice) -> set[str]:
    """Return the kinds of attack that a fighter has."""
    fight = scenario.setup.new_fight(OddsTable())
    who, _ = find_pair(fight, asked.attacker, asked.target)
    return {attack.kind for attack in fight.attacks(who.index)}
