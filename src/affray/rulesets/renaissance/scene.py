"""A Renaissance scenario made ready: the grid, the sheets, and every option, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.emblems import weapon_emblem
from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, item_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.attack import AttackOption
from affray.rulesets.renaissance.checks import Effort
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.log import PHRASES
from affray.rulesets.renaissance.movement import CHARGE, GAITS, RUN, STUNTS, WALK
from affray.rulesets.renaissance.reactions import CONDITIONS, FURTHEST_REACH, NO_REACH
from affray.rulesets.renaissance.sheet import (
    DISMOUNT,
    NO_STRIKE,
    STRIKES,
    Catalogue,
    Sheet,
    Weapon,
)
from affray.rulesets.renaissance.skills import SKILLS
from affray.rulesets.renaissance.strikes import LIMBS, NECK, RULES, melee_only
from affray.space.grid import NO_ROW, NO_SIGHT, Grid

GAIT_TEXTS: Final = [
    "Move, up to the base rate",
    "Run, up to the full rate, at −10 until the next turn",
    "Charge, up to the full rate, at −10 and with +DB damage",
    "Crawl, half the base rate",
    "Charge and attack whom you pass, riding on",
    "Dash, up to the greatest rate, and do nothing else, at −10 until the next turn",
]
GAIT_RULES: Final = [
    "move.rates",
    "move.rates",
    "move.charge",
    "prone.rules",
    "mount.ride-by",
    "move.max",
]


GAIT_COSTS: Final = [verbs.QUICK, verbs.QUICK, verbs.QUICK, verbs.STANDARD, verbs.BOTH, verbs.BOTH]

STUNT_RESULTS: Final = [
    ("as a move", "It gives openings as any move does"),
    ("past", "It gives nobody an opening"),
    ("prone", "It ends prone"),
    ("past and prone", "It gives nobody an opening, and ends prone"),
]
"""What may come of a stunt, by the number that `movement` has for it."""


def action(key: str, text: str, verb: i64, rule: str, cost: i64, kind: str, item: i64) -> Option:
    """Something to do with a turn, and what it costs."""
    word = verbs.COST_WORDS[cost]
    return Option(kind or key, key, text, verb, item=item, rules=(rule,), cost=word)


def standard(key: str, text: str, verb: i64, rule: str, kind: str = "", item: i64 = -1) -> Option:
    """Something that takes a Standard Action [turn.allotment]."""
    return action(key, text, verb, rule, verbs.STANDARD, kind, item)


def quick(key: str, text: str, verb: i64, rule: str) -> Option:
    """Something that takes a Quick Action [turn.allotment]."""
    return action(key, text, verb, rule, verbs.QUICK, "", -1)


def free(key: str, text: str, verb: i64, rule: str) -> Option:
    """Something that takes no action [turn.allotment]."""
    return action(key, text, verb, rule, verbs.FREE, "", -1)


def readied(key: str, verb: i64, item: i64 = -1, what: str = "") -> Option:
    """A Standard Action to be readied [reaction.ready], in words of its own or as its key says."""
    what = what or key
    text = what[:1].upper() + what[1:]
    return Option("ready", key, text, verb, item=item, rules=("reaction.ready",))


LUCK: Final = "1 Luck"
"""What changing a roll by Luck spends [check.luck]."""


def answer(key: str, text: str, rule: str, cost: str = "") -> Option:
    """An answer to a question that is no action, and what it spends."""
    return Option(key, key, text, rules=(rule,), cost=cost)


MANNERS: Final[i64] = 16
"""In how many manners somebody can be attacked with a weapon, at most."""


NO_OPTIONS: Final[list[Option]] = []


def manner_number(target: i64, manner: i64, thrown: bool) -> i64:
    """The number of a manner to attack somebody, among all of them."""
    return (target * 8 + manner) * 2 + (1 if thrown else 0)


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self, heading: Heading, sheets: list[Sheet], catalogue: Catalogue, grid: Grid, house: House
    ) -> None:
        weapons = catalogue.weapons
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.shields: Final = catalogue.shields
        self.grid: Final = grid
        self.house: Final = house
        self.forms: Final = [[one for one in weapons if one.base == arm.index] for arm in weapons]
        """Each weapon with every ammunition it can be used with."""
        self._attacks: list[list[Option | None]] = [[] for _ in range(len(sheets) * len(weapons))]
        self._manners: list[list[list[Option]]] = [[] for _ in self._attacks]
        self._to: list[Option | None] = [None] * grid.size
        self._spaces: Final = [NO_ROW] * grid.size
        self._metres: Final = [NO_ROW] * grid.size
        self._reaches: Final = [NO_ROW] * grid.size
        self._make_standard()
        self._make_quick(catalogue.modes)
        self._make_free()
        self._make_ready()
        self._make_answers()

    # --- the options of a turn --------------------------------------------------------------------

    def _make_standard(self) -> None:
        names = self.names
        self.each = standard("attack with each weapon", "Attack once with each weapon", verbs.EACH,
                             "multi.attacks", "each")  # fmt: skip
        self.full_defense = standard(
            "full defense", "Full Defense: +20 to every defence", verbs.DEFEND, "defend.full"
        )
        self.brace = standard("brace", "Brace to receive a charge", verbs.BRACE, "brace.receive")
        self.ready = standard(
            "ready", "Ready another action, for when something happens", verbs.READY,
            "reaction.ready",
        )  # fmt: skip
        cost = verbs.COST_WORDS[verbs.STANDARD]
        self.disarm = fighter_options(
            names, "disarm", "Disarm {}", verbs.DISARM, "maneuver.disarm", cost=cost
        )
        self.grab = fighter_options(
            names, "grab", "Grab {}", verbs.GRAB, "maneuver.grab", cost=cost
        )
        self.trip = fighter_options(
            names, "trip", "Trip {}", verbs.TRIP, "maneuver.trip", cost=cost
        )
        self.break_free = standard("break free", "Break free", verbs.BREAK_FREE, "maneuver.grab")
        self.overcharge = standard(
            "overcharge", "Overcharge the weapon", verbs.OVERCHARGE, "ranged.ammunition"
        )
        self.reload = Option("reload", "reload", "Reload", verbs.RELOAD,
                             rules=("ranged.ammunition",), cost="as the weapon says")  # fmt: skip
        self.throw_at = [
            standard(f"throw {weapon.name} at a place", f"Throw {weapon.phrase()} at a place",
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
        cost = verbs.COST_WORDS[verbs.QUICK]
        self.feint = fighter_options(
            self.names, "feint", "Feint at {}", verbs.FEINT, "maneuver.feint", cost=cost
        )
        self.stand = quick("stand up", "Get up", verbs.STAND, "prone.rules")
        self.lie_down = quick("drop prone", "Drop prone", verbs.LIE_DOWN, "prone.rules")
        self.douse = quick("douse flames", "Beat out the flames", verbs.DOUSE, "area.splash")
        self.douse_mount = quick(
            "douse the mount", "Beat out the mount's flames", verbs.DOUSE_MOUNT, "area.splash"
        )
        self.get_on = quick("mount", "Get into the saddle", verbs.GET_ON, "mount.shared-turn")
        self.get_off = quick(
            "get down", "Get down from the mount", verbs.GET_OFF, "mount.shared-turn"
        )
        self.pull_free = quick(
            "pull weapon free", "Pull the caught weapon free", verbs.PULL_FREE, "maneuver.catch"
        )
        arms = [weapon.name for weapon in self.weapons]
        rule = "turn.handling"
        self.draw = item_options(arms, "draw", "Draw the {}", verbs.DRAW, rule, cost)
        self.stow = item_options(arms, "stow", "Stow the {}", verbs.STOW, rule, cost)
        self.pick_up = item_options(arms, "pick up", "Pick up the {}", verbs.PICK_UP, rule, cost)
        self.pick_up_shield = item_options(
            [shield.name for shield in self.shields],
            "pick up shield", "Pick up the shield ({})", verbs.PICK_UP_SHIELD, rule, cost,
        )  # fmt: skip

    def _make_free(self) -> None:
        arms = [weapon.name for weapon in self.weapons]
        cost = verbs.COST_WORDS[verbs.FREE]
        self.end = Option("end", "end turn", "End the turn", verbs.END)
        self.drop_item = item_options(
            arms, "drop", "Drop the {}", verbs.DROP, "turn.handling", cost
        )
        self.drop_shield = free(
            "drop shield", "Drop the shield", verbs.DROP_SHIELD, "turn.handling"
        )
        self.release = free("release", "Let go of the one held", verbs.RELEASE, "maneuver.grab")
        self.release_weapon = free(
            "release weapon", "Release the caught weapon", verbs.RELEASE_WEAPON, "maneuver.catch"
        )

    def _readied_with(self, what: str, verb: i64) -> list[Option]:
        """Something that can be readied with every weapon."""
        return [
            readied(what.format(weapon.name), verb, weapon.index, what.format(weapon.phrase()))
            for weapon in self.weapons
        ]

    def _make_ready(self) -> None:
        """What can be readied, for what, and against whom."""
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
        """What is answered to everything else that is asked."""
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
            for name, limb in LIMBS
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
        """What a game master may make of a stunt: by what is left of the turn, which action it
        takes, how far it goes and how hard it is, or that it cannot be done; and its results."""
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
        """List what Luck may do before a roll; there must be a penalty to ignore [check.luck]."""
        return self._before_roll[1 if effort.mods.penalty < 0 else 0]

    def after_roll(self, effort: Effort) -> list[Option]:
        """List what Luck may do to a roll; equal digits are not swapped [check.luck]."""
        swap: i64 = 1 if effort.roll // 10 != effort.roll % 10 else 0
        upgrade: i64 = 2 if effort.can_upgrade() else 0
        return self._after_roll[swap + upgrade]

    # --- options made when they are first wanted --------------------------------------------------

    def to(self, cell: i64) -> Option:
        """The option to go to a cell."""
        found = self._to[cell]
        if found is None:
            spot = self.grid.name(cell)
            found = Option("to", f"to {spot}", f"To {spot}", place=cell)
            self._to[cell] = found
        return found

    def attack(self, who: i64, weapon: i64, target: i64, strike: i64, thrown: bool) -> Option:
        """The option to attack so."""
        known = self._attacks[who * len(self.weapons) + weapon]
        if not known:
            known.extend([None] * (len(self.names) * MANNERS))
        place = manner_number(target, strike, thrown)
        found = known[place]
        if found is None:
            found = self._make_attack(who, weapon, target, strike, thrown)
            known[place] = found
        return found

    def manners(
        self, who: i64, weapon: i64, target: i64, thrown: bool, is_riding: bool
    ) -> list[Option]:
        """The options to attack somebody so, who rides or not: plain, and as each strike that
        fits."""
        known = self._manners[who * len(self.weapons) + weapon]
        if not known:
            known.extend([NO_OPTIONS] * (len(self.names) * MANNERS))
        place = manner_number(target, 1 if is_riding else 0, thrown)
        found = known[place]
        if not found:
            arm = self.weapons[weapon]
            is_melee = arm.is_melee() and not thrown
            found = [self.attack(who, weapon, target, NO_STRIKE, thrown)]
            for strike in range(1, len(STRIKES)):
                if arm.is_area() or (not is_melee and melee_only(strike)):
                    continue
                if strike != DISMOUNT or is_riding:
                    found.append(self.attack(who, weapon, target, strike, thrown))
            known[place] = found
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
            RULES[strike],
            thrown,
        )

    def list_manners(self, who: i64, weapon: i64, target: i64, found: list[Option]) -> None:
        """Every manner of attacking somebody with a weapon, near and far."""
        arm = self.weapons[weapon]
        for strike in range(len(STRIKES)):
            if strike == DISMOUNT and self.sheets[target].mount < 0:
                continue
            if strike and arm.is_area():
                continue
            if arm.is_melee() or ((arm.hands == 0 or arm.is_projectile) and not melee_only(strike)):
                found.append(self.attack(who, weapon, target, strike, False))
            if arm.is_ranged() and arm.hands and not arm.is_projectile and not melee_only(strike):
                found.append(self.attack(who, weapon, target, strike, True))

    # --- the map, as far as it has been looked at -------------------------------------------------

    def spaces_from(self, cell: i64) -> bytes:
        """How many spaces every cell is from one."""
        found = self._spaces[cell]
        return found if len(found) > 0 else self._find_spaces(cell)

    def _find_spaces(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes([int(grid.spaces(cell, there)) for there in range(grid.size)])
        self._spaces[cell] = found
        return found

    def metres_from(self, cell: i64) -> bytes:
        """How far every cell is from one, straight and to the nearest metre [grid.distance]."""
        found = self._metres[cell]
        return found if len(found) > 0 else self._find_metres(cell)

    def _find_metres(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes([int(grid.rounded(cell, there)) for there in range(grid.size)])
        self._metres[cell] = found
        return found

    def reaches_from(self, cell: i64) -> bytes:
        """How far a weapon has to reach from a cell to strike at every other, past no wall;
        NO_REACH where none does [turn.threaten]."""
        found = self._reaches[cell]
        return found if len(found) > 0 else self._find_reaches(cell)

    def _find_reaches(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes(
            [
                away if away <= FURTHEST_REACH and grid.sight(cell, there) != NO_SIGHT else NO_REACH
                for there, away in enumerate(self.spaces_from(cell))
            ]
        )
        self._reaches[cell] = found
        return found

    def new_fight(self, table: Table) -> RenaissanceFight:
        fight = RenaissanceFight(self, table)
        fight.begin_as_ruled()
        return fight

    def blank_fight(self, table: Table) -> RenaissanceFight:
        return RenaissanceFight(self, table)

    def emblem(self, who: i64) -> str:
        """By what they hold, or fight with by nature; mounts, casters and shields by themselves."""
        sheet = self.sheets[who]
        if sheet.rider >= 0:
            return "mount"
        if sheet.main < 0 and sheet.powers:
            return "caster"
        if sheet.main >= 0 and sheet.shield >= 0:
            return "shield"
        weapon = self.weapons[sheet.main if sheet.main >= 0 else sheet.always[0]]
        return weapon_emblem(weapon.name, not weapon.is_melee())

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.sheets[who]
        born = sheet.born
        found: dict[str, object] = {
            "scores": {
                "COG": int(born.cog),
                "COO": int(born.coo),
                "INT": int(born.int),
                "SAV": int(born.sav),
                "SOM": int(born.som),
                "WIL": int(born.wil),
                "STR": int(sheet.strength),
                "DUR": int(sheet.dur),
                "INIT": int(sheet.init),
            },
            "weapons": [
                {
                    "name": weapon.name,
                    "figures": weapon_figures(weapon),
                    "tags": list(weapon.tag_names),
                }
                for weapon in [self.weapons[item] for item in self.arms_of(sheet)]
            ],
            "armour": ", ".join([f"{one.name} {one.value}" for one in sheet.worn]) or "none",
            "skills": [f"{name} {sheet.skill(number)}" for number, name in enumerate(SKILLS)],
        }
        if sheet.shield >= 0:
            found["shield"] = self.shields[sheet.shield].name
        return found

    def arms_of(self, sheet: Sheet) -> list[int]:
        """What somebody can attack with: in hand, carried, and what needs no hand."""
        held = [int(item) for item in (sheet.main, sheet.off) if item >= 0]
        return list(dict.fromkeys([*held, *sheet.carried, *sheet.always]))

    def board(self) -> dict[str, object]:
        grid = self.grid
        cells = range(grid.size)
        return {
            **grid.data(),
            "hexes": self.house.grid == "hex",
            "rough": [cell for cell in cells if grid.costs[cell] > 1.0],
            "cover": [cell for cell in cells if grid.cover[cell]],
            "walls": [list(wall) for wall in grid.walls],
        }


def weapon_figures(weapon: Weapon) -> str:
    """A weapon's damage, what armour it goes through, and how far it shoots."""
    found = f"DV {weapon.damage}"
    if weapon.ap:
        found += f", AP {weapon.ap}"
    if weapon.shot_ranges:
        found += f", {weapon.shot_ranges[0]} to {weapon.shot_ranges[-1]} m"
    return found
