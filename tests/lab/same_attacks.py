"""Two attacks of every ruleset with their three values, at the open question of a tape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from affray import api
from affray.core.odds import OddsTable
from affray.core.tape import OpenQuestionError, Tape, TapeTable
from affray.lab.odds.attacks import attack_odds
from affray.library import load, rulesets, toml_of
from affray.version import VERSION

FIGURES = ("hit", "harm", "drop")


@dataclass
class AskedAttacks:
    """A tape that ends at a question with attacks, and the values of two of them."""

    tape: str
    figures: dict[str, dict[str, float]]


@cache
def asked_attacks(ruleset: str) -> AskedAttacks:
    """Return two attacks of a fight of the ruleset's first scenario."""
    name = next(iter(toml_of(rulesets()[ruleset], "scenarios")))
    scenario = load(name)
    played = api.play(scenario, 3)
    for number, answer in enumerate(played.answers):
        if answer.is_roll():
            continue
        try:
            scenario.setup.new_fight(TapeTable(played.answers[:number])).play()
        except OpenQuestionError as asked:
            question = asked.question
            if question.kind != "turn":
                continue
            fight = asked.fight.copy(OddsTable())
            keys = {one.key for one in fight.attacks(question.who)}
            attacks = [one for one in question.options if one.key in keys]
            if len(attacks) < 2:
                continue
            figures = {}
            for attack in (attacks[0], attacks[-1]):
                odds = attack_odds(fight, int(question.who), attack)
                figures[attack.key] = {"hit": odds.hit, "harm": odds.mean, "drop": odds.drop}
            kept = played.answers[:number]
            tape = Tape(scenario.toml(), ruleset, scenario.ruleset.revision, VERSION, kept, "3")
            return AskedAttacks(tape.text(), figures)
    raise AssertionError(f"{name}: nobody may choose between two attacks")
