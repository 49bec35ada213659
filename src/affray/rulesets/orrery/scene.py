"""An Orrery scenario made ready: places, sheets, and every option there can be, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, item_options, place_options
from affray.core.questions import NOBODY, Option
from affray.core.table import Table
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.forecast import Forecast
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import (
    CONDITIONS,
    Encounter,
    Engine,
    Hazard,
    Rune,
    Sheet,
    Weapon,
)
from affray.rulesets.orrery.tell import PHRASES
from affray.space.bands import Bands

# for each attack's verb: its kind, its sentence and its rule
ATTACKS: Final[dict[int, tuple[str, str, str]]] = {
    int(verbs.ATTACK): ("attack", "Attack {target} with {weapon}", "close.attack"),
    int(verbs.HINDER): (
        "hinder",
        "Attack {target} with {weapon} for a Condition",
        "special.condition",
    ),
    int(verbs.GRAPPLE): ("grapple", "Grapple {target}", "special.grapple"),
    int(verbs.ESCAPE): ("escape", "Escape from {target} with {weapon}", "special.escape"),
    int(verbs.RUNE): ("rune", "Attack {target} with {weapon}", "rune.attack"),
    int(verbs.AFFLICT): (
        "afflict",
        "Leave {target} {condition} with {weapon}",
        "rune.condition",
    ),
    int(verbs.FIRE): ("fire", "Fire {weapon} at {target}", "siege.ranged"),
    int(verbs.FRIENDLY): (
        "friendly-attack",
        "Attack your friend {target} with {weapon}",
        "block.friendly-fire",
    ),
    int(verbs.FRIENDLY_RUNE): (
        "friendly-rune",
        "Attack your friend {target} with {weapon}",
        "block.friendly-fire",
    ),
}


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self,
        heading: Heading,
        sheets: list[Sheet],
        weapons: list[Weapon],
        runes: list[Rune],
        engines: list[Engine],
        places: Bands,
        encounters: list[Encounter],
        hazards: list[Hazard],
        house: House,
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.runes: Final = runes
        self.engines: Final = engines
        self.places: Final = places
        self.encounters: Final = encounters
        self.hazards: Final = hazards
        self.house: Final = house
        self.barriers: Final = [i for i, sheet in enumerate(sheets) if sheet.bars is not None]
        # what players have worked out about pools before, the same in every fight
        self.forecasts: Final[dict[int, Forecast]] = {}
        most = max(len(weapons), len(runes), len(engines))
        # attack[verb][weapon, rune or engine][target]
        self._attacks: list[list[list[Option]]] = [
            [[] for _ in range(most)] for _ in range(int(verbs.LAST_ATTACK) + 1)
        ]
        self._rams: dict[tuple[int, int, int], Option] = {}
        self._hurls: dict[tuple[int, int], Option] = {}
        names = self.names
        spots = places.names()
        machines = [engine.name for engine in engines]
        self.act: Final = fighter_options(names, "act", "{} acts", 0)
        self.move: Final = place_options(spots, "move", "Move to {}", verbs.MOVE, "core.turn")
        self.toss: Final = place_options(
            spots, "toss", "Throw whom you hold to {}", verbs.TOSS, "special.throw", "toss to {}"
        )
        self.help: Final = fighter_options(names, "help", "Help {}", verbs.HELP, "core.help")
        self.douse: Final = fighter_options(
            names, "douse", "Put out the fire on {}", verbs.DOUSE, "rune.condition"
        )
        self.load: Final = item_options(machines, "load", "Load the {}", verbs.LOAD, "siege.ranged")
        self.hide: Final = Option("hide", "hide", "Hide", verbs.HIDE, rules=("status.hidden",))
        self.drink: Final = Option(
            "drink", "drink", "Drink a potion of healing", verbs.DRINK, rules=("recovery.potion",)
        )
        self.let_go: Final = Option(
            "let go",
            "let go",
            "Let go of whom you hold (no Action)",
            verbs.LET_GO,
            rules=("special.grapple",),
        )
        self.push: Final = Option(
            "push",
            "push",
            "Spend a Stamina for one more Action",
            verbs.PUSH,
            rules=("health.stamina-uses",),
        )
        self.end: Final = Option("end", "end turn", "End the turn", verbs.END, rules=("core.turn",))

        self.keep: Final = Option("keep", "keep", "Keep the roll")
        self.spend_boon: Final = Option(
            "boon", "boon", "Spend a Boon and roll again", rules=("health.boon",)
        )
        self.spend_stamina: Final = Option(
            "stamina", "stamina", "Spend a Stamina and roll again", rules=("health.stamina-uses",)
        )
        self.which_condition: Final = [
            Option("condition", name, name.capitalize(), value=index, rules=("special.condition",))
            for index, name in enumerate(CONDITIONS)
        ]
        self.allow: Final = [
            [
                Option("allow", "allow", f"Yes: {name}", value=1, rules=("special.condition",)),
                Option(
                    "refuse", "refuse", f"No: not {name}, by that", rules=("special.condition",)
                ),
            ]
            for name in CONDITIONS
        ]
        self.yes_test: Final = Option(
            "test", "test", "Yes: Moon and Defense", rules=("environment.falling",)
        )
        self.fall_test: Final = [
            Option("no", "no", "No", rules=("environment.falling",)),
            self.yes_test,
        ]
        self.keep_potion: Final = Option("keep", "keep", "Nobody; keep it")
        self.give_potion: Final = fighter_options(names, "potion", "{}", 0, "recovery.potion")
        self.yes_rest: Final = Option("rest", "rest", "Rest", rules=("recovery.rest",))
        self.rest: Final = [
            self.yes_rest,
            Option("go on", "go on", "Go on without", rules=("recovery.rest",)),
        ]

    def new_fight(self, table: Table) -> OrreryFight:
        return OrreryFight(self, table)

    def board(self) -> dict[str, object]:
        found = self.places.data()
        found["engines"] = [
            {"name": engine.name, "place": int(engine.spot)} for engine in self.engines
        ]
        return found

    def last_hazard(self, encounter: i64) -> i64:
        """The last round of a fight for which the scenario has something in store."""
        last: i64 = 0
        for hazard in self.hazards:
            if hazard.encounter == encounter and hazard.round > last:
                last = hazard.round
        return last

    def attack(self, verb: i64, item: i64, target: i64) -> Option:
        """The option to attack so, made when it is first wanted."""
        by_target = self._attacks[verb][item]
        if not by_target:
            for index in range(len(self.names)):
                by_target.append(self._make_attack(verb, item, index))
        return by_target[target]

    def _make_attack(self, verb: i64, item: i64, target: i64) -> Option:
        kind, text, rule = ATTACKS[int(verb)]
        condition = ""
        if verbs.is_rune(verb):
            rune = self.runes[item]
            weapon, called = rune.name, rune.called()
            condition = rune.condition
        elif verb == verbs.FIRE:
            weapon, called = self.engines[item].name, self.engines[item].called()
        else:
            weapon, called = self.weapons[item].name, self.weapons[item].called()
            if verb == verbs.ATTACK and self.weapons[item].is_ranged():
                rule = "ranged.attack"
        name = self.names[target]
        sentence = text.format(target=name, weapon=called, condition=condition)
        return Option(
            kind, f"{kind} {name} with {weapon}", sentence, verb, target, item, rules=(rule,)
        )

    def ram(self, engine: i64, target: i64, partner: i64) -> Option:
        """The option to ram, alone or with a friend."""
        key = (int(engine), int(target), int(partner))
        found = self._rams.get(key)
        if found is None:
            ram = self.engines[engine].name
            name = self.names[target]
            beside = f" beside {self.names[partner]}" if partner != NOBODY else ""
            found = Option(
                "ram" if partner == NOBODY else "ram-together",
                f"ram {name}{beside} with {ram}",
                f"Swing the {ram} at {name}" + (beside if beside else " with two Actions"),
                verbs.RAM,
                target,
                engine,
                value=partner,
                rules=("siege.melee",),
            )
            self._rams[key] = found
        return found

    def hurl(self, held: i64, target: i64) -> Option:
        """The option to throw the grappled at somebody."""
        key = (int(held), int(target))
        found = self._hurls.get(key)
        if found is None:
            thrown, name = self.names[held], self.names[target]
            found = Option(
                "hurl",
                f"hurl {name} with {thrown}",
                f"Throw {thrown} at {name}",
                verbs.HURL,
                target,
                held,
                rules=("special.throw",),
            )
            self._hurls[key] = found
        return found
