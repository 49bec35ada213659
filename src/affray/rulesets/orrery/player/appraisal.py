"""What things are worth to the simple player: about the damage that they prevent.

Somebody left alone does so much damage with each Action, for some Actions to come. Taking a share
of their Hearts prevents that share of it; taking an Action prevents one Action's worth.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.player.forecast import Forecast, attack_mean
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.sheet import Sheet

HORIZON: Final = 6.0
"""How many Actions somebody left alone still takes, about."""

BAR: Final = 0.5
"""What breaking something that bars the way is worth."""

ALREADY_DOWN: Final = 0.01
"""What further harm to the down is worth."""

ASLEEP: Final = 0.2
"""What harm to a sleeper is worth that only wakes them, to the same harm to others."""

LOST_ACTION: Final = 0.8
"""What an Action that somebody loses is worth, to the damage they do with it."""

FEEBLE: Final = 0.15
"""What even the most harmless can do with an Action."""


@mypyc_attr(acyclic=True)
class Danger:
    """The damage that somebody does with an Action, at Touch and from afar."""

    def __init__(self, close: float, ranged: float, best: float) -> None:
        self.close: Final = close
        self.ranged: Final = ranged
        self.best: Final = best


def danger(fight: OrreryFight, who: Combatant) -> Danger:
    """How dangerous somebody is, worked out once for a scenario."""
    known = notes_of(fight.scene).dangers
    if not known:
        for one in fight.combatants:
            known.append(danger_of(fight, one))
    return known[who.index]


def danger_of(fight: OrreryFight, who: Combatant) -> Danger:
    """How dangerous somebody is by their sheet."""
    scene, sheet = fight.scene, who.sheet
    if sheet.thing:
        return Danger(0.0, 0.0, 0.0)
    close = ranged = FEEBLE
    for item in sheet.arms:
        weapon = scene.weapons[item]
        mean = attack_mean(sheet, weapon.skill, weapon.die_of(sheet, 0), fight.house)
        if weapon.is_ranged():
            ranged = mean if mean > ranged else ranged
        else:
            close = mean if mean > close else close
    for item in sheet.rune_numbers:
        rune = scene.runes[item]
        mean = attack_mean(sheet, sheets.MAGIC, sheet.scores[rune.score_number], fight.house)
        ranged = mean if mean > ranged else ranged
    if fight.has_figures(who):
        figure = float(sheet.attack) * 0.5
        close = ranged = figure if figure > FEEBLE else FEEBLE
    return Danger(close, ranged, close if close > ranged else ranged)


def harm_worth(fight: OrreryFight, target: Combatant, expected: Forecast) -> float:
    """What the damage of an attack is worth: the share of the target that it takes out."""
    best = danger(fight, target).best
    return worth_of_harm(target.sheet, target.hearts, target.defenseless, best, expected)


def worth_of_harm(
    sheet: Sheet, hearts: i64, defenseless: bool, best: float, expected: Forecast
) -> float:
    """What the damage of an attack is worth on somebody who has so many Hearts and does so much
    damage with an Action."""
    if hearts == 0:
        return ALREADY_DOWN
    taken = expected.mean_up_to(hearts) / float(hearts)
    if sheet.thing:
        return BAR * taken if sheet.bars is not None else 0.0
    if defenseless:
        # whoever is not dropped at once wakes
        drops = expected.at_least[hearts - 1] if hearts <= len(expected.at_least) else 0.0
        taken = drops if drops > taken * ASLEEP else taken * ASLEEP
    return HORIZON * best * taken


def sure_harm_worth(fight: OrreryFight, target: Combatant, harm: i64) -> float:
    """What so much damage is worth."""
    if target.hearts == 0:
        return ALREADY_DOWN
    taken = harm if harm < target.hearts else target.hearts
    return HORIZON * danger(fight, target).best * float(taken) / float(target.hearts)


def condition_worth(fight: OrreryFight, target: Combatant, condition: i64) -> float:
    """What it is worth that somebody has a Condition in their next turn."""
    if target.has_condition(condition) or target.defenseless:
        return 0.0
    threat = danger(fight, target)
    if condition == sheets.BURNING:
        return sure_harm_worth(fight, target, 1) + threat.best
    if condition == sheets.BLINDED:
        return threat.ranged * 0.6 if target.gear.shoots else 0.0
    if condition == sheets.FRIGHTENED:
        return threat.best * 0.3
    return threat.best * LOST_ACTION if target.actions(fight.house) > 0 else 0.0
