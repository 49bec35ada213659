"""Several attacks with one action: one with each weapon that is wielded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import Option, Question

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight


def wielded(fight: RenaissanceFight, who: Combatant) -> list[int]:
    """The weapons that can each attack: in the hands, or else natural ones [multi.attacks]."""
    found: list[int] = []
    if who.main >= 0:
        found.append(int(who.main))
    if who.off >= 0:
        found.append(int(who.off))
    if not found:
        for item in who.sheet.always:
            if not fight.scene.weapons[item].is_unarmed():
                found.append(item)
    return found


def attack_with_each(fight: RenaissanceFight, who: Combatant) -> None:
    """One attack with each wielded weapon, each by itself at -10 [multi.attacks]; if they have
    different targets each is at a further -10 [multi.targets]."""
    chosen: list[Option] = []
    second: list[bool] = []
    for position, item in enumerate(wielded(fight, who)):
        options = [fight.scene.hold_back]
        options.extend(fight.attacks_with(who, item))
        picked = fight.ask(Question("each", who.side, who.index, options))
        if picked is not fight.scene.hold_back:
            chosen.append(picked)
            second.append(position > 0)
    first: i64 = chosen[0].target if chosen else -1
    several_targets = False
    for option in chosen:
        several_targets = several_targets or option.target != first
    for index, option in enumerate(chosen):
        if not who.is_able() or fight.is_hindered(who, option):
            continue
        attack = fight.attack_from(who, option)
        attack.one_of_many = True
        attack.many_targets = several_targets
        attack.off_hand = attack.off_hand or second[index]
        fight.attack(attack)
