"""The damage of a hit: which figures of the weapon, what is added, and telling it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.table import Stage, Table
from affray.rulesets.renaissance.checks import CRITICAL, EXCEPTIONAL
from affray.rulesets.renaissance.gear import Harm
from affray.rulesets.renaissance.strikes import ARMOR_GAP, MIGHTY_BLOW, RULES
from affray.rulesets.renaissance.unarmed import armored_fists

if TYPE_CHECKING:
    from affray.rulesets.renaissance.attack import Attack
    from affray.rulesets.renaissance.fight import RenaissanceFight

EXCEPTIONAL_DV: Final[i64] = 5


class Damage(Stage):
    """The damage dice. Rolled more than once, the best counts, or the worst."""

    def __init__(self, dice: i64, more: i64, halved: bool) -> None:
        self.dice: Final[i64] = dice
        self.more: Final[i64] = more
        self.halved: Final = halved
        self.shown: list[list[int]] = []

    def key(self) -> Hashable:
        return (int(self.dice), int(self.more), self.halved)

    def play(self, table: Table) -> i64:
        more = self.more
        best = self.once(table)
        left = more if more > 0 else -more
        while left > 0:
            again = self.once(table)
            if (more > 0 and again > best) or (more < 0 and again < best):
                best = again
            left -= 1
        return best // 2 if self.halved else best

    def once(self, table: Table) -> i64:
        """One roll of them all."""
        total: i64 = 0
        faces = table.roll(self.dice, 10)
        for face in faces:
            total += face
        if table.heard:
            self.shown.append(faces)
        return total


def harm_of(fight: RenaissanceFight, attack: Attack) -> Harm:
    """Which of a weapon's figures count: in both hands, in a mounted charge, overcharged."""
    attacker, weapon = attack.attacker, attack.weapon
    charging = weapon.charging
    if charging is not None and attacker.charged and attacker.mount >= 0:
        return charging
    overcharged = weapon.overcharged
    if overcharged is not None and attacker.loaded == 2:
        return overcharged
    both = weapon.both_hands
    if both is not None and not attack.thrown and attacker.has_free_hand():
        return both
    return weapon.harm


def margin_bonus(quality: i64, band: i64) -> i64:
    """+5 DV for an exceptional success, +5 more for a margin over 60 [attack.mos-30]; an upgrade
    gives the first, never the second [check.luck]."""
    if quality < EXCEPTIONAL:
        return 0
    return 2 * EXCEPTIONAL_DV if band == 2 else EXCEPTIONAL_DV


def damage_bonus(fight: RenaissanceFight, attack: Attack, harm: Harm, quality: i64) -> i64:
    """What is added to the dice: the weapon's own, DB, and DB again for a charge
    [move.charge, mount.charge], a Mighty Blow [strike.mighty-blow] or a braced weapon
    [brace.receive]."""
    attacker = attack.attacker
    db = fight.damage_bonus_of(attacker)
    bonus = harm.bonus + armored_fists(attacker, attack.weapon)
    if harm.adds_db:
        bonus += db
    if attacker.charged:
        bonus += 2 * db if attacker.mount >= 0 else db
    if attack.strike == MIGHTY_BLOW and quality >= EXCEPTIONAL:
        bonus += db
    if attack.receiving_charge:
        bonus += db
    return bonus


def tell_damage(
    fight: RenaissanceFight,
    attack: Attack,
    stage: Damage,
    bonus: i64,
    quality: i64,
    dv: i64,
    armor: i64,
    ap: i64,
    dealt: i64,
) -> None:
    """Tells the dice, what was added, and what armour kept off."""
    rules = ["armor.reduces"]
    if quality >= EXCEPTIONAL:
        rules.append("attack.mos-30")
    if quality == CRITICAL:
        rules.append("attack.critical")
    if attack.attacker.charged:
        rules.append("mount.charge" if attack.attacker.mount >= 0 else "move.charge")
    if attack.receiving_charge:
        rules.append("brace.receive")
    if attack.strike == ARMOR_GAP or attack.strike == MIGHTY_BLOW:
        rules.append(RULES[attack.strike])
    if attack.weapon.is_unarmed():
        rules.append("unarmed.base")
    fight.tell(
        "damage",
        {
            "who": attack.attacker.name,
            "target": attack.target.name,
            "dice": " or ".join([" ".join([str(face) for face in faces]) for faces in stage.shown]),
            "bonus": f"{bonus:+d}",
            "dv": int(dv),
            "armor": int(armor),
            "ap": int(ap),
            "dealt": int(dealt),
        },
        tuple(rules),
    )
