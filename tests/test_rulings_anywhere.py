"""The game master rules at random at every kind of question; the fight goes on, and replays."""

from __future__ import annotations

from affray.core.dice import Dice
from affray.core.fight import TEST, Fight, IllegalError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, LiveTable
from affray.core.tape import RecordingTable, TapeTable, parse_answer
from affray.library import Scenario, load
from affray.players.random import RandomPlayer
from support import as_bytes, each_scenario, random_players

ONE_IN = 6
"""How often a question is ruled on instead of answered."""

MOST_RULINGS = 25


class RulingTable(LiveTable):
    """A live table at which the game master rules now and then."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        super().__init__(Dice(seed), random_players(scenario, seed), RandomPlayer(seed, 99))
        self.chance = Dice(seed, 77)
        self.left = MOST_RULINGS
        self.ruled_at: set[str] = set()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        keys = [option.key for option in question.options]
        assert len(set(keys)) == len(keys), f"{question.kind}: the same key twice: {sorted(keys)}"
        if self.left and self.chance.die(ONE_IN) == 1:
            for _ in range(8):
                ruling = self.some_ruling(fight)
                if can_rule(fight, ruling):
                    self.left -= 1
                    self.ruled_at.add(question.kind)
                    return ruling
        return super().ask(fight, question)

    def pick(self, among: list[str]) -> str:
        return among[self.chance.die(len(among)) - 1]

    def some_ruling(self, fight: Fight) -> Ruling:
        who = fight.roster()[self.chance.die(len(fight.roster())) - 1]
        rulings = fight.rulings_on(who.index)
        choices = rulings.choices()
        kind = self.pick([*choices, TEST])
        if kind == TEST:
            value = f"{self.pick(rulings.tests())}, {self.pick(rulings.difficulties())}"
        else:
            value = self.pick(choices[kind] or ["nothing"])
        return Ruling(kind, who.name, value, "so it is")


def can_rule(fight: Fight, ruling: Ruling) -> bool:
    """Whether a ruling is understood, tried on a copy."""
    try:
        fight.copy(LiveTable(Dice(1), [DefaultPlayer() for _ in fight.setup.sides])).rule(ruling)
    except IllegalError:
        return False
    return True


@each_scenario
def test_any_ruling_at_any_question_can_be_played_on_and_replayed(ruleset: str, name: str) -> None:
    scenario = load(name)
    for seed in range(3):
        live = RulingTable(scenario, seed)
        table = RecordingTable(live)
        fight = scenario.setup.new_fight(table)
        fight.play()
        assert live.left < MOST_RULINGS, "nothing was ruled"
        answers = [parse_answer(answer.text(), 1) for answer in table.answers]
        reader = TapeTable(answers)
        again = RecordingTable(reader)
        scenario.setup.new_fight(again).play()
        reader.check_finished()
        assert as_bytes(scenario, again.events) == as_bytes(scenario, table.events)
