"""Every option of a scenario, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.options import fighter_options, item_options
from affray.core.questions import Option
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.effort import Effort
from affray.rulesets.renaissance.gaits import (
    CHARGE,
    GAIT_COSTS,
    GAIT_RULES,
    GAIT_TEXTS,
    GAITS,
    RUN,
    STUNT_RESULTS,
    STUNTS,
    WALK,
)
from affray.rulesets.renaissance.sheet import (
    DISMOUNT,
    LIMBS,
    NECK,
    NO_STRIKE,
    STRIKE_RULES,
    STRIKES,
    Catalogue,
    Sheet,
    Weapon,
    melee_only,
)
from affray.rulesets.renaissance.verbs import CONDITIONS, cost_word
from affray.space.grid import Grid


@mypyc_attr(acyclic=True)
class AttackOption(Option):
    """The option to attack a target with a weapon, as some strike."""

    def __init__(
        self,
        kind: str,
        key: str,
        text: str,
        verb: i64,
        target: i64,
        item: i64,
        strike: i64,
        rule: str,
        thrown: bool,
    ) -> None:
        super().__init__(kind, key, text, verb, target, item, -1, strike, (rule,), cost_word(verb))
        self.thrown: Final = thrown


def is_thrown(option: Option) -> bool:
    """Return whether an attack leaves the hand [ranged.throwing]."""
    return isinstance(option, AttackOption) and option.thrown


def act(key: str, text: str, verb: i64, rule: str, kind: str = "", item: i64 = -1) -> Option:
    """Return an option of a turn, with the cost of its verb [turn.allotment]."""
    return Option(kind or key, key, text, verb, item=item, rules=(rule,), cost=cost_word(verb))


def readied(key: str, verb: i64, item: i64 = -1, what: str = "") -> Option:
    """Return a Standard Action that can be readied [reaction.ready]."""
    what = what or key
    text = what[:1].upper() + what[1:]
    return Option("ready", key, text, verb, item=item, rules=("reaction.ready",))


LUCK: Final = "1 Luck"
"""The cost of changing a roll by Luck [check.luck]."""


def answer(key: str, text: str, rule: str, cost: str = "") -> Option:
    """Return an answer, with its cost, to a question that is not about an action."""
    return Option(key, key, text, rules=(rule,), cost=cost)


class Options:
    """Every option of a scenario by its name."""

    def __init__(self, sheets: list[Sheet], catalogue: Catalogue, grid: Grid) -> None:
        self.sheets: Final = sheets
        self.names: Final = [sheet.name for sheet in sheets]
        self.weapons: Final = catalogue.weapons
        self.shields: Final = catalogue.shields
        self.grid: Final = grid
        self._attacks: Final[dict[int, Option]] = {}
        self._manners: Final[dict[int, list[Option]]] = {}
        self._to: Final[list[Option | None]] = [None] * grid.size
        self._make_standard()
        self._make_quick(catalogue.modes)
        self._make_free()
        self._make_ready()
        self._make_answers()

    # --- the options of a turn --------------------------------------------------------------------

    def _on_fighters(self, kind: str, text: str, verb: i64, rule: str) -> list[Option]:
        """List an action for each fighter it may be done to."""
        return fighter_options(self.names, kind, text, verb, rule, cost=cost_word(verb))

    def _with_weapons(self, kind: str, text: str, verb: i64) -> list[Option]:
        """List a way to handle each weapon [turn.handling]."""
        arms = [weapon.name for weapon in self.weapons]
        return item_options(arms, kind, text, verb, "turn.handling", cost_word(verb))

    def _make_standard(self) -> None:
        self.each = act("attack with each weapon", "Attack once with each weapon", verbs.EACH,
                        "multi.attacks", "each")  # fmt: skip
        self.full_defense = act(
            "full defense", "Full Defense: +20 to every defence", verbs.DEFEND, "defend.full"
        )
        self.brace = act("brace", "Brace to receive a charge", verbs.BRACE, "brace.receive")
        what = "Ready another action, for when something happens"
        self.ready = act("ready", what, verbs.READY, "reaction.ready")
        self.disarm = self._on_fighters("disarm", "Disarm {}", verbs.DISARM, "maneuver.disarm")
        self.grab = self._on_fighters("grab", "Grab {}", verbs.GRAB, "maneuver.grab")
        self.trip = self._on_fighters("trip", "Trip {}", verbs.TRIP, "maneuver.trip")
        self.break_free = act("break free", "Break free", verbs.BREAK_FREE, "maneuver.grab")
        rule = "ranged.ammunition"
        self.overcharge = act("overcharge", "Overcharge the weapon", verbs.OVERCHARGE, rule)
        cost = "as the weapon says"
        self.reload = Option("reload", "reload", "Reload", verbs.RELOAD, rules=(rule,), cost=cost)
        self.throw_at = [
            act(f"throw {weapon.name} at a place", f"Throw {weapon.phrase()} at a place",
                verbs.THROW_AT, "area.blast", "throw at", weapon.index)
            for weapon in self.weapons
        ]  # fmt: skip

    def _make_quick(self, modes: list[str]) -> None:
        self.gaits = [
            [self._gait(gait, number, mode) for number, mode in enumerate(modes)]
            for gait in range(len(GAITS))
        ]
        self.quick_moves = [
            [self.gaits[gait][number] for gait in (WALK, RUN, CHARGE)]
            for number in range(len(modes))
        ]
        """The moves that are Quick Actions, by mode [move.rates, move.charge]."""
        self.stunts = [
            Option("stunt", f"stunt {one.name}", one.text, verbs.STUNT, value=kind,
                   rules=("move.stunts",), cost="as the GM rules")
            for kind, one in enumerate(STUNTS)
        ]  # fmt: skip
        self.feint = self._on_fighters("feint", "Feint at {}", verbs.FEINT, "maneuver.feint")
        self.stand = act("stand up", "Get up", verbs.STAND, "prone.rules")
        self.lie_down = act("drop prone", "Drop prone", verbs.LIE_DOWN, "prone.rules")
        self.douse = act("douse flames", "Beat out the flames", verbs.DOUSE, "area.splash")
        what = "Beat out the mount's flames"
        self.douse_mount = act("douse the mount", what, verbs.DOUSE_MOUNT, "area.splash")
        rule = "mount.shared-turn"
        self.get_on = act("mount", "Get into the saddle", verbs.GET_ON, rule)
        self.get_off = act("get down", "Get down from the mount", verbs.GET_OFF, rule)
        what = "Pull the caught weapon free"
        self.pull_free = act("pull weapon free", what, verbs.PULL_FREE, "maneuver.catch")
        self.draw = self._with_weapons("draw", "Draw the {}", verbs.DRAW)
        self.stow = self._with_weapons("stow", "Stow the {}", verbs.STOW)
        self.pick_up = self._with_weapons("pick up", "Pick up the {}", verbs.PICK_UP)
        self.pick_up_shield = item_options(
            [shield.name for shield in self.shields],
            "pick up shield", "Pick up the shield ({})", verbs.PICK_UP_SHIELD, "turn.handling",
            cost_word(verbs.PICK_UP_SHIELD),
        )  # fmt: skip

    def _make_free(self) -> None:
        self.end = Option("end", "end turn", "End the turn", verbs.END)
        self.drop_item = self._with_weapons("drop", "Drop the {}", verbs.DROP)
        self.drop_shield = act("drop shield", "Drop the shield", verbs.DROP_SHIELD, "turn.handling")
        self.release = act("release", "Let go of the one held", verbs.RELEASE, "maneuver.grab")
        what = "Release the caught weapon"
        self.release_weapon = act("release weapon", what, verbs.RELEASE_WEAPON, "maneuver.catch")

    def _readied_with(self, what: str, verb: i64) -> list[Option]:
        """List an action to ready with each weapon."""
        return [
            readied(what.format(weapon.name), verb, weapon.index, what.format(weapon.phrase()))
            for weapon in self.weapons
        ]

    def _make_ready(self) -> None:
        """Make the options to ready an action, by action, condition and target."""
        self.ready_attack = self._readied_with("attack with {}", verbs.ATTACK)
        self.ready_mount_attack = self._readied_with(
            "the mount attacks with {}", verbs.MOUNT_ATTACK
        )
        self.ready_throw_at = self._readied_with("throw {} at a place", verbs.THROW_AT)
        self.ready_each = readied("attack with each weapon", verbs.EACH)
        self.ready_defense = readied("full defense", verbs.DEFEND)
        self.ready_brace = readied("brace", verbs.BRACE)
        self.ready_disarm = readied("disarm", verbs.DISARM)
        self.ready_grab = readied("grab", verbs.GRAB)
        self.ready_trip = readied("trip", verbs.TRIP)
        self.ready_reload = readied("reload", verbs.RELOAD)
        self.ready_overcharge = readied("overcharge", verbs.OVERCHARGE)
        self.ready_crawl = readied("crawl", verbs.MOVE)
        rules = ("reaction.ready",)
        self.conditions = [
            Option("ready-for", name, when, value=number, rules=rules)
            for number, (name, when) in enumerate(CONDITIONS)
        ]
        self.anybody = Option("ready-on", "anybody", "Anybody", rules=rules)
        self.only = fighter_options(self.names, "only", "{} alone", 0, "reaction.ready")

    def _make_answers(self) -> None:
        """Make the answers to all other questions."""
        self.no = Option("no", "no", "Do nothing")
        self.stay = Option("stay", "stay", "Stay here after all")
        self.hold_back = Option("hold back", "hold back", "Do not attack with this one")
        self.ride_on = Option("ride on", "ride on", "Ride on")
        # Luck
        self.ignore = answer("spend luck", "Spend Luck: no penalties", "check.luck", LUCK)
        self.see = answer("see the roll", "See the roll first", "check.luck")
        self.trust = answer("trust the dice", "Keep the Luck for another time", "check.luck")
        self._before_roll = [[self.trust, self.see], [self.trust, self.see, self.ignore]]
        self.keep = answer("keep", "Keep the roll", "check.luck")
        self.swap = answer("swap digits", "Spend Luck: swap the digits", "check.luck", LUCK)
        self.upgrade = answer("upgrade", "Spend Luck: upgrade the roll", "check.luck", LUCK)
        self._after_roll = [
            [self.keep],
            [self.keep, self.swap],
            [self.keep, self.upgrade],
            [self.keep, self.swap, self.upgrade],
        ]
        # defences
        self.yes_parry = answer("parry", "Parry, as a reaction", "defend.parry")
        self.parry = [self.no, self.yes_parry]
        self.yes_catch = answer("catch", "Try to catch the weapon, at −10", "maneuver.catch")
        self.catching = [answer("defend", "Defend as usual", "defend.parry"), self.yes_catch]
        # strikes
        self.limbs = [
            Option("limb", name, f"The {name}", value=limb, rules=("strike.maim",))
            for name, limb in [*LIMBS, ("neck", int(NECK))]
        ]
        self.limbs_without_neck = [one for one in self.limbs if one.value != NECK]
        self.locations = [
            answer(name, f"The {name}", "strike.called-shot")
            for name in ("head", "arm", "leg", "body")
        ]
        rule = "strike.called-shot"
        self.drops = answer("drops", "what is held drops", rule)
        self.dazes = answer("dazes", "dazed, −20 until the end of the next turn", rule)
        self.trips = answer("trips", "falls", rule)
        self.bleeds = answer("bleeds", "bleeds", rule)
        lands = answer("lands", "nothing more than a hit there", rule)
        self.called_shot = [lands, self.drops, self.dazes, self.trips, self.bleeds]
        self.knock_away = [
            Option("disarm", weapon.name, f"The {weapon.name}", item=weapon.index)
            for weapon in self.weapons
        ]
        self.knock_shield = Option("disarm", "shield", "The shield", item=-1)
        # the game master's other answers
        self.now = answer("now", "It happens now", "reaction.ready")
        self.gm_ready = [answer("not yet", "Not yet", "reaction.ready"), self.now]
        self.yes_event = answer("react", "React to it: COO×3", "reaction.event")
        self.event = [self.no, self.yes_event]
        self._make_stunt_answers()

    def _make_stunt_answers(self) -> None:
        """Make the rulings on a stunt, by the actions left in the turn, and the stunt's results.

        A ruling says which action the stunt takes, how far it goes and how hard it is, or forbids
        it.
        """
        self.refused = answer("refused", "It cannot be done", "move.stunts")
        rulings = [
            self._stunt(action, cost, rate, gait, ease, value)
            for action, cost in (("quick", verbs.QUICK), ("standard", verbs.STANDARD))
            for rate, gait in (("base", WALK), ("full", RUN))
            for ease, value in (("", 0), (" easy", 20), (" hard", -20))
        ]
        half = len(rulings) // 2
        self.stunt_rulings = [
            [self.refused],
            [*rulings[:half], self.refused],
            [*rulings[half:], self.refused],
            [*rulings, self.refused],
        ]
        self.stunt_results = [
            Option("result", key, text, value=value, rules=("move.stunts",))
            for value, (key, text) in enumerate(STUNT_RESULTS)
        ]

    def _stunt(self, action: str, cost: i64, rate: str, gait: i64, ease: str, value: i64) -> Option:
        key = f"{action} {rate}{ease}"
        hard = f", at {value:+d}".replace("-", "−") if value else ""
        text = f"A {action.capitalize()} Action, up to the {rate} rate{hard}"
        rules = ("move.stunts",)
        return Option("stunt ruling", key, text, cost, item=gait, value=value, rules=rules)

    def _gait(self, gait: int, number: int, mode: str) -> Option:
        kind = GAITS[gait]
        key = kind if number == 0 else f"{kind} by {mode}"
        text = GAIT_TEXTS[gait] if number == 0 else f"{GAIT_TEXTS[gait]} ({mode})"
        rules = (GAIT_RULES[gait],)
        cost = verbs.COST_WORDS[GAIT_COSTS[gait]]
        return Option(kind, key, text, verbs.MOVE, item=number, value=gait, rules=rules, cost=cost)

    # --- Luck -------------------------------------------------------------------------------------

    def before_roll(self, effort: Effort) -> list[Option]:
        """List the uses of Luck before a roll; there must be a penalty to ignore [check.luck]."""
        return self._before_roll[1 if effort.mods.penalty < 0 else 0]

    def after_roll(self, effort: Effort) -> list[Option]:
        """List the uses of Luck after a roll [check.luck]."""
        swap: i64 = 1 if effort.can_swap() else 0
        upgrade: i64 = 2 if effort.can_upgrade() else 0
        return self._after_roll[swap + upgrade]

    # --- options made when they are first wanted --------------------------------------------------

    def to(self, cell: i64) -> Option:
        """Return the option to go to a cell."""
        found = self._to[cell]
        if found is None:
            spot = self.grid.name(cell)
            found = Option("to", f"to {spot}", f"To {spot}", place=cell)
            self._to[cell] = found
        return found

    def attack(self, who: i64, weapon: i64, target: i64, strike: i64, thrown: bool) -> Option:
        """Return the option to attack a target with a weapon and strike."""
        number = ((who * len(self.weapons) + weapon) * len(self.names) + target) * len(STRIKES)
        key = int((number + strike) * 2 + (1 if thrown else 0))
        found = self._attacks.get(key)
        if found is None:
            found = self._make_attack(who, weapon, target, strike, thrown)
            self._attacks[key] = found
        return found

    def list_manners(
        self, who: i64, weapon: Weapon, target: i64, thrown: bool, is_riding: bool
    ) -> list[Option]:
        """List the ways to attack a target by hand or from afar: plain, and as each suitable
        strike [attack.standard]."""
        number = (who * len(self.weapons) + weapon.index) * len(self.names) + target
        key = int(number * 4 + (2 if thrown else 0) + (1 if is_riding else 0))
        found = self._manners.get(key)
        if found is None:
            is_melee = weapon.is_melee() and not thrown
            found = [
                self.attack(who, weapon.index, target, strike, thrown)
                for strike in range(len(STRIKES))
                if strike == NO_STRIKE
                or (
                    not weapon.is_area()
                    and (is_melee or not melee_only(strike))
                    and (is_riding or strike != DISMOUNT)
                )
            ]
            self._manners[key] = found
        return found

    def _make_attack(self, who: i64, weapon: i64, target: i64, strike: i64, thrown: bool) -> Option:
        arm = self.weapons[weapon]
        name = self.names[target]
        sheet = self.sheets[who]
        kind = STRIKES[strike]
        if thrown:
            kind = f"throw {kind}" if strike else "throw"
        dice = f"{arm.harm.text(sheet.db)}, AP {arm.harm.ap}"
        if strike:
            text = f"{kind.capitalize()} on {name} with {arm.phrase()} ({dice})"
        elif thrown:
            text = f"Throw {arm.phrase()} at {name} ({dice})"
        else:
            text = f"Attack {name} with {arm.phrase()} ({dice})"
        return AttackOption(
            kind,
            f"{kind} {name} with {arm.name}",
            text,
            verbs.MOUNT_ATTACK if sheet.rider >= 0 else verbs.ATTACK,
            target,
            weapon,
            strike,
            STRIKE_RULES[strike],
            thrown,
        )
