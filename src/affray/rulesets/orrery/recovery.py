"""Between the fights of a day: Stamina, potions and Rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD
from affray.core.questions import NOBODY, Option, Question
from affray.core.recovery import NO_REST, Recovery
from affray.rulesets.orrery import log
from affray.rulesets.orrery.health import restore

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

STAMINA_MINUTES: Final[i64] = 1
POTION_MINUTES: Final[i64] = 10
REST_MINUTES: Final[i64] = 8 * 60
DAY_MINUTES: Final[i64] = 24 * 60

RESTED: Final = "rested"
"""The condition, in rulings, of a combatant who has had the Rest of the day."""

MINUTE: Final = "a minute"
POTIONS: Final = "ten minutes with potions"
REST: Final = "a rest"
DAY: Final = "a day with its rest"
REST_LENGTHS: Final[dict[str, int]] = {
    NO_REST: 0,
    MINUTE: int(STAMINA_MINUTES),
    POTIONS: int(POTION_MINUTES),
    REST: int(REST_MINUTES),
    DAY: int(DAY_MINUTES),
}
"""The minutes between two scenarios, by the name of the choice."""


# --- the rules ---


def end_scene(fight: OrreryFight, who: Combatant, minutes: i64) -> None:
    """End the scene for a survivor: Conditions and grapples end, and a potion drunk in it works.

    A minute outside combat gives back Stamina.
    """
    who.burning = False
    who.end_conditions()
    fight.let_go(who)
    who.hidden = False
    who.helped = False
    who.owed = 0
    potion_works(fight, who)
    if minutes >= STAMINA_MINUTES:
        catch_breath(fight, who)


def catch_breath(fight: OrreryFight, who: Combatant) -> None:
    """Give back Stamina after one minute outside combat [recovery.stamina]."""
    if who.stamina < who.sheet.stamina:
        who.stamina = who.sheet.stamina
        log.does(fight, "breathes", who, "recovery.stamina")


def drink(fight: OrreryFight, giver: Combatant, who: Combatant) -> None:
    """Drink a potion of healing, the combatant's own or a friend's [recovery.giving].

    Its effect comes later.
    """
    giver.potions -= 1
    who.drunk = True
    log.drinks(fight, giver, who)


def potion_works(fight: OrreryFight, who: Combatant) -> None:
    """Restore all Hearts for a potion that was drunk [recovery.potion].

    A potion works ten minutes after drinking it, or when the scene ends.
    """
    if who.drunk:
        who.drunk = False
        restore(fight, who, "recovery.potion")


def can_rest(fight: OrreryFight, who: Combatant) -> bool:
    """Return whether a combatant has not rested today."""
    return not who.died and who.rested_on != today(fight)


def rest(fight: OrreryFight, who: Combatant) -> None:
    """Restore all Hearts, and Boons up to the number of Flaws, once a day [recovery.rest]."""
    who.rested_on = today(fight)
    restore(fight, who, "recovery.rest")
    if who.boons < who.sheet.flaws:
        who.boons = who.sheet.flaws
    log.rests(fight, who)


def today(fight: OrreryFight) -> i64:
    """Return the day on which the present fight ends; the scenario's first is 0."""
    return fight.minutes() // DAY_MINUTES


# --- between the fights of a day ---


def recover(fight: OrreryFight, minutes: i64) -> None:
    """End the scene, and let time pass until the next fight of the day."""
    log.time_passes(fight, minutes)
    survivors = [who for who in fight.combatants if who.goes_on()]
    for who in survivors:
        end_scene(fight, who, minutes)
    for who in survivors:
        if who.potions > 0:
            offer_potion(fight, who, minutes)
    if minutes >= REST_MINUTES:
        for side in range(len(fight.scene.sides)):
            offer_rest(fight, [who for who in survivors if who.side == side])


def offer_potion(fight: OrreryFight, owner: Combatant, minutes: i64) -> None:
    """Ask who drinks a potion: its owner, a friend, or no one."""
    options = fight.scene.options
    offered: list[Option] = [options.keep_potion]
    for who in fight.combatants:
        if who.side == owner.side and who.goes_on() and is_thirsty(who):
            offered.append(options.give_potion[who.index])
    chosen = fight.ask(Question("potion", owner.side, owner.index, offered))
    if chosen is options.keep_potion:
        return
    friend = fight.combatants[chosen.target]
    drink(fight, owner, friend)
    if minutes >= POTION_MINUTES:
        potion_works(fight, friend)


def is_thirsty(who: Combatant) -> bool:
    """Return whether a potion would help a combatant."""
    return not who.died and who.hearts < who.sheet.hearts and not who.drunk


def offer_rest(fight: OrreryFight, members: list[Combatant]) -> None:
    """Ask a side whether its members rest, if any of them can."""
    resting = [who for who in members if can_rest(fight, who)]
    if not resting:
        return
    chosen = fight.ask(Question("rest", resting[0].side, NOBODY, fight.scene.options.rest))
    if chosen is fight.scene.options.yes_rest:
        for who in resting:
            rest(fight, who)


# --- between two scenarios ---


class OrreryRecovery(Recovery["OrreryFight"]):
    """The time between two scenarios, by the rules of a day. No player is asked."""

    def rests(self) -> list[str]:
        found = [NO_REST, MINUTE]
        if any(who.potions > 0 and not who.died for who in self.fight.combatants):
            found.append(POTIONS)
        if any(can_rest(self.fight, who) for who in self.fight.combatants):
            found.append(REST)
        return [*found, DAY]

    def rest(self, kind: str) -> None:
        """End the scene, then let time pass: drink potions, or Rest."""
        fight = self.fight
        survivors = [who for who in fight.combatants if not who.died]
        for who in survivors:
            end_scene(fight, who, REST_LENGTHS[kind])
        if kind == POTIONS:
            self.share_potions(survivors)
        for who in survivors:
            if kind == DAY or (kind == REST and can_rest(fight, who)):
                rest(fight, who)

    def share_potions(self, survivors: list[Combatant]) -> None:
        """Give each potion to the friend who has lost the most Hearts."""
        for owner in survivors:
            while owner.potions > 0:
                hurt = [who for who in survivors if who.side == owner.side and is_thirsty(who)]
                if not hurt:
                    break
                friend = max(hurt, key=lambda who: int(who.sheet.hearts - who.hearts))
                drink(self.fight, owner, friend)
                potion_works(self.fight, friend)

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """List lasting changes: lost Hearts and Stamina, used items, today's Rest, death."""
        combatant = self.fight.combatants[who]
        sheet = combatant.sheet
        if combatant.died:
            return [("state", DEAD)]
        found: list[tuple[str, str]] = []
        if combatant.hearts < sheet.hearts:
            found.append(("health", str(combatant.hearts)))
        if combatant.stamina < sheet.stamina:
            found.append(("stamina", str(combatant.stamina)))
        for name, now, before in (
            ("potion", int(combatant.potions), int(sheet.potions)),
            ("boon", int(combatant.boons), int(sheet.boons)),
        ):
            change = f"not {name}" if now < before else name
            found.extend([("gear", change)] * abs(now - before))
        if not can_rest(self.fight, combatant):
            found.append(("condition", RESTED))
        return found
