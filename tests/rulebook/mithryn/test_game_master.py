"""The simple game master, and what the page is told of fighters."""

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import load
from affray.rulesets.mithryn.player.game_master import SimpleGameMaster, ability_for
from rulebook.mithryn.fields import field
from support import Played, scenario_of, simple_players


def judged(heroes: dict[str, dict[str, object]], zones: str = "a-b-c-d") -> str:
    """Return the ruling on Bo's help with Ann's attack on an Orc in zone b."""
    fight = Played(field(heroes, {"Orc": {"at": "b"}}, zones, game_master=True)).fight
    from affray.rulesets.mithryn.reactions import WHETHER_IT_HELPS

    question = Question("grant-help", -1, 1, WHETHER_IT_HELPS, 0, 2)
    answer = SimpleGameMaster().decide(fight, question)
    return answer.kind  # type: ignore[no-any-return, union-attr]


@pytest.mark.rule("reaction.help")
@pytest.mark.parametrize(
    ("bo", "answer"),
    [
        ({"at": "a"}, "grant"),
        ({"at": "b"}, "grant"),
        ({"at": "c"}, "refuse"),
        ({"at": "c", "weapons": ["dagger"]}, "grant"),
        ({"at": "d", "weapons": ["dagger"]}, "refuse"),
        ({"at": "d", "weapons": ["longbow"]}, "grant"),
    ],
)
def test_help_is_granted_to_those_who_are_near_or_reach_the_target(
    bo: dict[str, object], answer: str
) -> None:
    assert judged({"Ann": {"weapons": ["longbow"]}, "Bo": bo}) == answer


@pytest.mark.rule("actions.improvise")
@pytest.mark.parametrize(
    ("words", "ability"),
    [
        ("", "INS"),
        ("I heave the table over", "STR"),
        ("Climb up the curtain", "AGI"),
        ("I cut the rope", "FIN"),
        ("search the chest", "INS"),
        ("shout at them", "WIL"),
    ],
)
def test_what_is_improvised_is_judged_by_an_ability(words: str, ability: str) -> None:
    """By what the words hint at, else by the actor's best."""
    game = Played(field({"Ann": {"strength": 7, "agility": 8, "finesse": 6, "insight": 9}}))
    assert ability_for(words, game.fighter("Ann")) == ability


class Improviser(Player):
    """Tries something of its own on every turn, and otherwise plays simply."""

    def __init__(self, simple: Player) -> None:
        self.simple = simple

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == "turn" and question.who == 0:
            found = question.option("improvise | leap over the wall")
            assert found is not None
            return found
        return self.simple.decide(fight, question)


class Witness(Player):
    """A simple game master whose questions and answers are noted."""

    def __init__(self) -> None:
        self.simple = SimpleGameMaster()
        self.asked: list[str] = []
        self.answered: set[str] = set()

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.asked.append(fight.setup.prompt(question))
        answer = self.simple.decide(fight, question)
        assert isinstance(answer, Option)
        self.answered.add(answer.key)
        return answer


@pytest.mark.rule("actions.improvise")
def test_a_simple_game_master_judges_a_whole_fight() -> None:
    scenario = scenario_of(field(game_master=True))
    players = simple_players(scenario)
    players[0] = Improviser(players[0])
    witness = Witness()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), players, witness))
    fight.play()
    assert witness.asked[0] == "GM: Ann tries something “leap over the wall”. What comes of it?"
    assert witness.answered == {"check AGI"}


@pytest.mark.parametrize(
    ("sheet", "emblem"),
    [
        ({"weapons": ["short-sword"]}, "blade"),
        ({"weapons": ["battleaxe"]}, "axe"),
        ({"weapons": ["spear"]}, "spear"),
        ({"weapons": ["halberd"]}, "spear"),
        ({"weapons": ["mace"]}, "mace"),
        ({"weapons": ["mace"], "shield": "shield"}, "shield"),
        ({"weapons": ["crossbow"]}, "bow"),
        ({"weapons": []}, "fist"),
    ],
)
def test_a_token_shows_what_somebody_fights_with(sheet: dict[str, object], emblem: str) -> None:
    assert scenario_of(field({"Ann": sheet})).setup.emblem(0) == emblem


def test_a_sheet_can_be_shown() -> None:
    ann = {
        "weapons": ["dawn-blade", "crossbow"],
        "armour": "chain",
        "shield": "shield",
        "poultices": 2,
        "tags": {"Duellist": ["dawn-blade", "AGI"]},
    }
    shown = scenario_of(field({"Ann": ann})).setup.sheet_of(0)
    assert shown["scores"] == {"STR": 10, "AGI": 10, "FIN": 10, "INS": 0, "WIL": 0}
    assert shown["weapons"] == [
        {
            "name": "dawn-blade",
            "figures": "2d12, rushed 1d12, STR 6, +1 on the first attack",
            "tags": [],
        },
        {
            "name": "crossbow",
            "figures": "2d12, no rushed attack, STR 6",
            "tags": ["ranged", "two-handed", "reload"],
        },
        {"name": "unarmed", "figures": "1d10, rushed 1d10", "tags": []},
    ]
    assert (shown["armour"], shown["shield"], shown["poultices"]) == ("chain", "shield", 2)
    assert shown["tags"] == {"Duellist": "dawn-blade, AGI"}


def test_every_option_says_what_it_costs() -> None:
    scenario = load("the-old-fort").with_game_master()
    seen: set[tuple[str, str]] = set()

    class Watch(LiveTable):
        def ask(self, fight, question):  # type: ignore[no-untyped-def]
            if question.side >= 0 and question.kind != "fate":
                seen.update((option.kind, option.cost) for option in question.options)
            return super().ask(fight, question)

    scenario.setup.new_fight(Watch(Dice(1), simple_players(scenario))).play()
    assert ("attack", "1 action") in seen
    assert ("both", "2 actions") in seen
    assert ("help", "1 action of the next turn") in seen
    assert ("end", "free") in seen
    assert not [kind for kind, cost in seen if not cost]
