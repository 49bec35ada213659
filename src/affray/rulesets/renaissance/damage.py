"""The damage of a hit: which figures of the weapon, what is added, and telling it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.table import Stage, Table
from affray.rulesets.renaissance.checks import CRITICAL, EXCEPTIONAL, signed
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
        self.rolled: i64 = 0

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
        self.rolled = best // 2 if self.halved else best
        return self.rolled

    def once(self, table: Table) -> i64:
        """One roll of them all."""
        total: i64 = 0
        faces = table.roll(self.dice, 10)
        for face in faces:
            total += face
        if table.wants_events:
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


def margin_bonus(quality: i64, band: i64, told: list[list[str]] | None = None) -> i64:
    """+5 DV for an exceptional success, +5 more for a margin over 60 [attack.mos-30]; an upgrade
    gives the first, never the second [check.luck]."""
    if quality < EXCEPTIONAL:
        return 0
    bonus = 2 * EXCEPTIONAL_DV if band == 2 else EXCEPTIONAL_DV
    return added(told, bonus, "exceptional success", "attack.mos-30")


def damage_bonus(
    fight: RenaissanceFight,
    attack: Attack,
    harm: Harm,
    quality: i64,
    told: list[list[str]] | None = None,
) -> i64:
    """What is added to the dice: the weapon's own, DB, and DB again for a charge
    [move.charge, mount.charge], a Mighty Blow [strike.mighty-blow] or a braced weapon
    [brace.receive]. Each is put with its rule into what is `told`."""
    attacker = attack.attacker
    db = fight.damage_bonus_of(attacker)
    bonus = added(told, harm.bonus, attack.weapon.name, "content.tables")
    bonus += added(told, armored_fists(attacker, attack.weapon), "armour", "unarmed.wearing-armor")
    if harm.adds_db:
        bonus += added(told, db, "DB", "content.tables")
    if attacker.charged:
        if attacker.mount >= 0:
            bonus += added(told, 2 * db, "mounted charge", "mount.charge")
        else:
            bonus += added(told, db, "charge", "move.charge")
    if attack.strike == MIGHTY_BLOW and quality >= EXCEPTIONAL:
        bonus += added(told, db, "mighty blow", "strike.mighty-blow")
    if attack.receiving_charge:
        bonus += added(told, db, "receives a charge", "brace.receive")
    return bonus


def added(told: list[list[str]] | None, amount: i64, name: str, rule: str) -> i64:
    """An amount that is added, told if anybody listens."""
    if told is not None and amount != 0:
        told.append([signed(amount, name), rule])
    return amount


def tell_damage(
    fight: RenaissanceFight,
    attack: Attack,
    stage: Damage,
    bonus: i64,
    told: list[list[str]],
    quality: i64,
    dv: i64,
    armor: i64,
    ap: i64,
    dealt: i64,
) -> None:
    """Tells the dice, what was added, and what armour kept off."""
    full = int(stage.rolled + bonus) if stage.rolled + bonus > 0 else 0
    turned = "resists" if dv < full else "vulnerable"
    because = [[f"{stage.dice}d10 {attack.weapon.name}", "content.tables"]]
    if stage.halved:
        because.append(["dice halved", "content.tables"])
    if quality == CRITICAL:
        because.append(["dice rolled once more, the best count", "attack.critical"])
    if stage.more != (1 if quality == CRITICAL else 0):
        because.append(["dice rolled once more for a resistance", "resist.options"])
    because.extend(told)
    if dv != full:
        because.append([f"{turned}: {full} → {dv}", "resist.options"])
    because.append([f"armour {armor} of {attack.target.name}", "armor.reduces"])
    if ap:
        gap = attack.strike == ARMOR_GAP and quality >= EXCEPTIONAL
        because.append([f"AP {ap}", "strike.armor-gap" if gap else "armor.reduces"])
    made_of = ", ".join([what for what, _ in told])
    rules = ["armor.reduces"]
    if dv != full:
        rules.append("resist.options")
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
            "half": " halved" if stage.halved else "",
            "bonus": f"{bonus:+d}",
            "made_of": f" ({made_of})" if len(told) > 1 else "",
            "sum": str(dv) if dv == full else f"{full} → {dv} ({turned})",
            "dv": int(dv),
            "armor": int(armor),
            "ap": int(ap),
            "dealt": int(dealt),
            "because": because,
        },
        tuple(rules),
    )
