"""A Renaissance scenario made ready: the grid, the sheets, and every option, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, item_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.renaissance import turn
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.movement import DIAGONAL, GAITS, RUN, STUNTS, WALK
from affray.rulesets.renaissance.reactions import CONDITIONS, OTHER_ACTIONS
from affray.rulesets.renaissance.sheet import DISMOUNT, STRIKES, Sheet, Weapon
from affray.rulesets.renaissance.strikes import LIMBS, RULES, melee_only
from affray.rulesets.renaissance.tell import PHRASES
from affray.space.grid import Grid

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


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self,
        heading: Heading,
        sheets: list[Sheet],
        weapons: list[Weapon],
        modes: list[str],
        grid: Grid,
        house: House,
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.grid: Final = grid
        self.house: Final = house
        self.variants: Final = [
            [int(one.index) for one in weapons if one.base == weapon.index] for weapon in weapons
        ]
        self.sheltered: Final = [cell for cell in range(grid.size) if grid.cover[cell]]
        self._attacks: dict[int, Option] = {}
        self._ready: dict[int, Option] = {}
        self._to: dict[int, Option] = {}
        self.drifted: Final[dict[tuple[int, int, int], int]] = {}
        self._fields: dict[int, list[float]] = {}
        self.end: Final = Option("end", "end turn", "End the turn", turn.END)
        self._make_standard()
        self._make_quick(modes)
        self._make_free()
        self._make_answers()

    # --- the options of a turn --------------------------------------------------------------------

    def _make_standard(self) -> None:
        self.each = Option(
            "each", "attack with each weapon", "Attack once with each weapon", turn.EACH,
            rules=("multi.attacks",),
        )  # fmt: skip
        self.full_defense = Option(
            "full defense", "full defense", "Full Defense: +20 to every defence", turn.DEFEND,
            rules=("defend.full",),
        )  # fmt: skip
        self.brace = Option(
            "brace", "brace", "Brace to receive a charge", turn.SET_BRACE, rules=("brace.receive",)
        )
        self.disarm = fighter_options(
            self.names, "disarm", "Disarm {}", turn.DISARM, "maneuver.disarm"
        )
        self.grab = fighter_options(self.names, "grab", "Grab {}", turn.GRAB, "maneuver.grab")
        self.trip = fighter_options(self.names, "trip", "Trip {}", turn.TRIP, "maneuver.trip")
        self.break_free = Option(
            "break free", "break free", "Break free", turn.BREAK_FREE, rules=("maneuver.grab",)
        )
        self.reload = Option(
            "reload", "reload", "Reload", turn.RELOAD, rules=("ranged.ammunition",)
        )
        self.overcharge = Option(
            "overcharge", "overcharge", "Overcharge the weapon", turn.OVERCHARGE,
            rules=("ranged.ammunition",),
        )  # fmt: skip

    def _make_quick(self, modes: list[str]) -> None:
        self.gaits = [
            [self._gait(gait, number, mode) for number, mode in enumerate(modes)]
            for gait in range(len(GAITS))
        ]
        self.stunts = [
            Option(
                "stunt",
                f"stunt {one.name}",
                one.text,
                turn.STUNT,
                value=kind,
                rules=("move.stunts",),
            )
            for kind, one in enumerate(STUNTS)
        ]
        self.feint = fighter_options(
            self.names, "feint", "Feint at {}", turn.FEINT, "maneuver.feint"
        )
        self.stand = Option("stand up", "stand up", "Get up", turn.STAND, rules=("prone.rules",))
        self.lie_down = Option(
            "drop prone", "drop prone", "Drop prone", turn.LIE_DOWN, rules=("prone.rules",)
        )
        self.douse = Option(
            "douse", "douse flames", "Beat out the flames", turn.DOUSE, rules=("area.splash",)
        )
        self.douse_mount = Option(
            "douse mount",
            "douse the mount",
            "Beat out the mount's flames",
            turn.DOUSE_MOUNT,
            rules=("area.splash",),
        )
        self.get_on = Option(
            "mount", "mount", "Get into the saddle", turn.GET_ON, rules=("mount.shared-turn",)
        )
        self.get_off = Option(
            "dismount", "get down", "Get down from the mount", turn.GET_OFF,
            rules=("mount.shared-turn",),
        )  # fmt: skip
        self.pull_free = Option(
            "pull free", "pull weapon free", "Pull the caught weapon free", turn.PULL_FREE,
            rules=("maneuver.catch",),
        )  # fmt: skip
        arms = [weapon.name for weapon in self.weapons]
        self.draw = item_options(arms, "draw", "Draw the {}", turn.DRAW)
        self.stow = item_options(arms, "stow", "Stow the {}", turn.STOW)
        self.pick_up = item_options(arms, "pick up", "Pick up the {}", turn.PICK_UP)

    def _make_free(self) -> None:
        arms = [weapon.name for weapon in self.weapons]
        self.drop_item = item_options(arms, "drop", "Drop the {}", turn.DROP)
        self.release = Option(
            "release", "release", "Let go of whom you hold", turn.RELEASE, rules=("maneuver.grab",)
        )
        self.release_weapon = Option(
            "release weapon", "release weapon", "Release the caught weapon", turn.RELEASE_WEAPON,
            rules=("maneuver.catch",),
        )  # fmt: skip

    def _make_answers(self) -> None:
        """What is answered to everything else that is asked."""
        self.no = Option("no", "no", "Do nothing")
        self.stay = Option("stay", "stay", "Stay here after all")
        self.hold_back = Option("hold back", "hold back", "Do not attack with this one")
        self.ride_on = Option("ride on", "ride on", "Ride on")
        # Luck
        self.ignore = Option(
            "luck", "spend luck", "Spend Luck: no penalties", rules=("check.luck",)
        )
        self.see = Option("see", "see the roll", "See the roll first", rules=("check.luck",))
        trust = Option("trust", "trust the dice", "Keep the Luck for another time")
        self.luck_before = [trust, self.see, self.ignore]
        self.luck_without_penalty = [trust, self.see]
        self.keep = Option("keep", "keep", "Keep the roll")
        self.swap = Option(
            "swap", "swap digits", "Spend Luck: swap the digits", rules=("check.luck",)
        )
        self.upgrade = Option(
            "upgrade", "upgrade", "Spend Luck: upgrade the roll", rules=("check.luck",)
        )
        # defences
        self.yes_parry = Option("parry", "parry", "Parry, as a reaction", rules=("defend.parry",))
        self.parry = [self.no, self.yes_parry]
        self.yes_catch = Option(
            "catch", "catch", "Try to catch the weapon, at −10", rules=("maneuver.catch",)
        )
        self.catching = [
            Option("defend", "defend", "Defend as usual", rules=("defend.parry",)),
            self.yes_catch,
        ]
        # strikes
        self.limbs = [
            Option("limb", name, f"The {name}", value=limb, rules=("strike.maim",))
            for name, limb in LIMBS
        ]
        self.locations = [
            Option("location", name, f"The {name}", rules=("strike.called-shot",))
            for name in ("head", "arm", "leg", "body")
        ]
        self.drops = self._called_shot("drops", "it drops what it holds")
        self.dazes = self._called_shot("dazes", "it is dazed: −20 until its next turn ends")
        self.trips = self._called_shot("trips", "it falls")
        self.bleeds = self._called_shot("bleeds", "it bleeds")
        self.called_shot = [
            self._called_shot("lands", "nothing more than a hit there"),
            self.drops,
            self.dazes,
            self.trips,
            self.bleeds,
        ]
        self.knock_away = [
            Option("disarm", weapon.name, f"The {weapon.name}", item=weapon.index)
            for weapon in self.weapons
        ]
        self.knock_shield = Option("disarm", "shield", "The shield", item=-1)
        # the game master's other answers
        self.now = Option("now", "now", "It happens now", rules=("reaction.ready",))
        self.gm_ready = [Option("not yet", "not yet", "Not yet"), self.now]
        self.yes_event = Option("react", "react", "React to it: COO×3", rules=("reaction.event",))
        self.event = [self.no, self.yes_event]
        self._make_stunt_answers()

    def _make_stunt_answers(self) -> None:
        """What a game master may make of a stunt: by what is left of the turn, which action it
        takes, how far it goes and how hard it is, or that it cannot be done; and its results."""
        self.refused = Option("refused", "refused", "It cannot be done", rules=("move.stunts",))
        rulings = [
            self._stunt(action, cost, rate, gait, ease, value)
            for action, cost in (("quick", turn.QUICK), ("standard", turn.STANDARD))
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
            for value, (key, text) in enumerate(
                [
                    ("as a move", "It gives openings as any move does"),
                    ("past", "It gives nobody an opening"),
                    ("prone", "It ends prone"),
                    ("past and prone", "It gives nobody an opening, and ends prone"),
                ]
            )
        ]

    def _stunt(self, action: str, cost: i64, rate: str, gait: i64, ease: str, value: i64) -> Option:
        key = f"{action} {rate}{ease}"
        hard = f", at {value:+d}".replace("-", "−") if value else ""
        text = f"A {action.capitalize()} Action, up to the {rate} rate{hard}"
        rules = ("move.stunts",)
        return Option("stunt ruling", key, text, cost, item=gait, value=value, rules=rules)

    def _called_shot(self, kind: str, text: str) -> Option:
        return Option(kind, kind, text, rules=("strike.called-shot",))

    def _gait(self, gait: int, number: int, mode: str) -> Option:
        kind = GAITS[gait]
        key = kind if number == 0 else f"{kind} by {mode}"
        text = GAIT_TEXTS[gait] if number == 0 else f"{GAIT_TEXTS[gait]} ({mode})"
        rules = (GAIT_RULES[gait],)
        return Option(kind, key, text, turn.MOVE, item=number, value=gait, rules=rules)

    # --- options made when they are first wanted --------------------------------------------------

    def to(self, cell: i64) -> Option:
        """The option to go to a cell."""
        found = self._to.get(int(cell))
        if found is None:
            spot = self.grid.name(cell)
            found = Option("to", f"to {spot}", f"To {spot}", place=cell)
            self._to[int(cell)] = found
        return found

    def ready(self, item: i64, condition: i64) -> Option:
        """The option to ready an attack, a manoeuvre or Full Defense for a condition."""
        key = int(item * 16 + condition)
        found = self._ready.get(key)
        if found is None:
            what = self.weapons[item].name if item >= 0 else OTHER_ACTIONS[int(item)]
            name, when = CONDITIONS[condition]
            found = Option(
                "ready",
                f"ready {what} if {name}",
                f"Ready: {what}, if {when}",
                turn.READY,
                item=item,
                value=condition,
                rules=("reaction.ready",),
            )
            self._ready[key] = found
        return found

    def attack(self, who: i64, weapon: i64, target: i64, strike: i64, thrown: bool) -> Option:
        """The option to attack so."""
        key = int(
            (((who * len(self.weapons) + weapon) * len(self.names) + target) * 8 + strike) * 2
            + (1 if thrown else 0)
        )
        found = self._attacks.get(key)
        if found is None:
            found = self._make_attack(who, weapon, target, strike, thrown)
            self._attacks[key] = found
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
        return Option(
            kind,
            f"{kind} {name} with {arm.name}",
            text,
            turn.MOUNT_ATTACK if sheet.rider >= 0 else turn.ATTACK,
            target,
            weapon,
            -1,
            strike,
            (RULES[strike],),
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

    def field(self, goal: i64) -> list[float]:
        """How far each cell is from another on foot, if nobody stood in the way."""
        found = self._fields.get(int(goal))
        if found is None:
            found = self.grid.reachable(goal, 1e6, DIAGONAL)
            self._fields[int(goal)] = found
        return found

    def new_fight(self, table: Table) -> RenaissanceFight:
        fight = RenaissanceFight(self, table)
        for combatant in fight.combatants:
            combatant.reckon(self.weapons)
        return fight

    def blank_fight(self, table: Table) -> RenaissanceFight:
        return RenaissanceFight(self, table)

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
