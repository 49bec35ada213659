"""How the game master called `simple` rules on spells in the caster's own words."""

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.rulesets.olde.player.game_master import SimpleGameMaster
from affray.rulesets.olde.player.simple import SimplePlayer
from rulebook.olde.fields import field
from support import scenario_of

WITCH = {"savvy": 18, "weapons": ["dagger"], "spells": True}


class Caster(Player):
    """Casts a spell in words of its own, and passes when it cannot."""

    def __init__(self, words: str) -> None:
        self.words = words

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        option = question.option(f"cast without gestures | {self.words}")
        return option if option is not None else question.default_option()


def conditions_after(words: str, at: list[int], **foes: dict[str, Any]) -> dict[str, list[str]]:
    """Return the enemies' conditions after Ann's spell; with this seed her 3d12 reach CR 9."""
    scenario = scenario_of(field(WITCH, {"at": at}, foes=foes, game_master=True))
    players: list[Player] = [Caster(words), SimplePlayer()]
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(4), players, SimpleGameMaster()))
    fight.step()
    for who in fight.combatants:
        who.action_points = 2 if who.name == "Ann" else 0
    fight.step()
    return {
        who.name: [one.condition.name for one in who.afflictions]
        for who in fight.combatants
        if who.side == 1
    }


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("a flash of light", "blinded"),
        ("Roots hold fast", "restrained"),
        ("vines and mud", "rooted"),
        ("a word of dread", "frightened"),
        ("something strange", "dazed"),
    ],
)
def test_a_spell_does_what_its_words_hint_at(words: str, condition: str) -> None:
    assert conditions_after(words, [4, 1]) == {"Orc": [condition]}


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(
    ("words", "struck"), [("a gust of wind", "Orc"), ("a gust of wind for Cur", "Cur")]
)
def test_a_spell_is_for_the_enemy_it_names_or_the_nearest(words: str, struck: str) -> None:
    found = conditions_after(words, [3, 1], Cur={"at": [5, 1]})
    assert [name for name, conditions in found.items() if conditions] == [struck]


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(("at", "reached"), [([7, 1], True), ([8, 1], False)])
def test_with_no_enemy_in_reach_a_spell_comes_to_nothing(at: list[int], reached: bool) -> None:
    assert bool(conditions_after("a web", at)["Orc"]) == reached
