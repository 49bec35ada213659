"""Between the fights of a day: Stamina, potions and Rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD
from affray.core.questions import NOBODY, Option, Question
from affray.core.recovery import AT_ONCE, Recovery
from affray.rulesets.orrery import log
from affray.rulesets.orrery.health import restore

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

STAMINA_MINUTES: Final[i64] = 1
POTION_MINUTES: Final[i64] = 10
REST_MINUTES: Final[i64] = 8 * 60
DAY_MINUTES: Final[i64] = 24 * 60

MINUTE: Final = "a minute"
REST: Final = "a rest"
REST_LENGTHS: Final[dict[str, int]] = {
    AT_ONCE: 0,
    MINUTE: int(STAMINA_MINUTES),
    REST: int(REST_MINUTES),
}
"""The minutes between two scenarios, by the name that players choose."""


def recover(fight: OrreryFight, minutes: i64) -> None:
    """End the scene, and let time pass until the next fight of the day."""
    log.time_passes(fight, minutes)
    survivors = [who for who in fight.combatants if who.goes_on()]
    let_time_pass(fight, survivors, minutes)
    for who in survivors:
        if who.potions > 0:
            offer_potion(fight, who, minutes)
    if minutes >= REST_MINUTES:
        offer_rest(fight)


def let_time_pass(fight: OrreryFight, survivors: list[Combatant], minutes: i64) -> None:
    """End the scene for the survivors; a minute gives back Stamina [recovery.stamina]."""
    for who in survivors:
        end_of_scene(fight, who)
        if minutes >= STAMINA_MINUTES:
            catch_breath(fight, who)


def end_of_scene(fight: OrreryFight, who: Combatant) -> None:
    """A potion drunk in the fight works now [recovery.potion]; what was of the moment ends."""
    who.burning = False
    who.end_conditions()
    fight.let_go(who)
    who.hidden = False
    who.helped = False
    who.owed = 0
    if who.drunk:
        who.drunk = False
        restore(fight, who, "recovery.potion")


def catch_breath(fight: OrreryFight, who: Combatant) -> None:
    """Stamina comes back after one minute outside combat [recovery.stamina]."""
    if who.stamina < who.sheet.stamina:
        who.stamina = who.sheet.stamina
        log.breathes(fight, who)


def drink(fight: OrreryFight, giver: Combatant, who: Combatant) -> None:
    """A potion of healing is drunk; it does nothing yet [recovery.potion]."""
    giver.potions -= 1
    who.drunk = True
    log.drinks(fight, giver, who)


def offer_potion(fight: OrreryFight, owner: Combatant, minutes: i64) -> None:
    """Whoever has a potion may drink it or give it to a friend [recovery.giving]. All Hearts come
    back after ten minutes, or at the end of the next scene if that is sooner [recovery.potion]."""
    options = fight.scene.options
    offered: list[Option] = [options.keep_potion]
    for who in fight.combatants:
        hurt = who.hearts < who.sheet.hearts and not who.drunk
        if who.side == owner.side and who.goes_on() and hurt:
            offered.append(options.give_potion[who.index])
    chosen = fight.ask(Question("potion", owner.side, owner.index, offered))
    if chosen is options.keep_potion:
        return
    friend = fight.combatants[chosen.target]
    drink(fight, owner, friend)
    if minutes >= POTION_MINUTES:
        friend.drunk = False
        restore(fight, friend, "recovery.potion")


def offer_rest(fight: OrreryFight) -> None:
    """Eight hours may be a Rest, but only once a day [recovery.rest]."""
    day = fight.minutes() // DAY_MINUTES
    if fight.rested_on == day:
        return
    for side in range(len(fight.scene.sides)):
        resting = [who for who in fight.combatants if who.side == side and who.goes_on()]
        if not resting:
            continue
        chosen = fight.ask(Question("rest", side, NOBODY, fight.scene.options.rest))
        if chosen is fight.scene.options.yes_rest:
            fight.rested_on = day
            for who in resting:
                rest(fight, who)


def rest(fight: OrreryFight, who: Combatant) -> None:
    """All Hearts, and Boons up to the number of Flaws [recovery.rest]."""
    if who.died:
        return
    restore(fight, who, "recovery.rest")
    if who.boons < who.sheet.flaws:
        who.boons = who.sheet.flaws
    log.rests(fight, who)


# --- between two scenarios ---


class OrreryRecovery(Recovery["OrreryFight"]):
    """What the next scenario begins with."""

    def rests(self) -> list[str]:
        return [AT_ONCE, MINUTE, REST]

    def rest(self, kind: str) -> None:
        """End the scene, then let a minute pass or Rest."""
        fight = self.fight
        survivors = [who for who in fight.combatants if not who.died]
        let_time_pass(fight, survivors, REST_LENGTHS[kind])
        if kind == REST:
            for who in survivors:
                rest(fight, who)

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """Lost Hearts and Stamina last until they are regained, what was drunk or spent is gone,
        and the dead stay dead."""
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
        return found
