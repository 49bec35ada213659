"""An Orrery scenario made ready: places, sheets, and every option there can be, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Setup
from affray.core.options import fighter_options, item_options, place_options
from affray.core.questions import NOBODY, Option
from affray.core.table import Table
from affray.rulesets.orrery.actions import (
    DOUSE,
    DRINK,
    END,
    HELP,
    HIDE,
    LET_GO,
    LOAD,
    MOVE,
    PUSH,
    TOSS,
)
from affray.rulesets.orrery.attack import (
    AFFLICT,
    ATTACK,
    ESCAPE,
    FIRE,
    FRIENDLY,
    FRIENDLY_RUNE,
    GRAPPLE,
    HINDER,
    HURL,
    LAST_ATTACK,
    RAM,
    RUNE,
)
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.foresight import Forecast
from affray.rulesets.orrery.gear import (
    CONDITIONS,
    Chapter,
    Engine,
    Happening,
    House,
    Rune,
    Sheet,
    Weapon,
)
from affray.rulesets.orrery.tell import PHRASES
from affray.space.bands import Bands

# for each attack's verb: its kind, its sentence and its rule
ATTACKS: Final[dict[int, tuple[str, str, str]]] = {
    int(ATTACK): ("attack", "Attack {target} with {weapon}", "close.attack"),
    int(HINDER): (
        "hinder",
        "Attack {target} with {weapon} for a Condition",
        "special.condition",
    ),
    int(GRAPPLE): ("grapple", "Grapple {target}", "special.grapple"),
    int(ESCAPE): ("escape", "Escape from {target} with {weapon}", "special.escape"),
    int(RUNE): ("rune", "Attack {target} with {weapon}", "rune.attack"),
    int(AFFLICT): (
        "afflict",
        "Leave {target} {condition} with {weapon}",
        "rune.condition",
    ),
    int(FIRE): ("fire", "Fire {weapon} at {target}", "siege.ranged"),
    int(FRIENDLY): (
        "friendly-attack",
        "Attack your friend {target} with {weapon}",
        "block.friendly-fire",
    ),
    int(FRIENDLY_RUNE): (
        "friendly-rune",
        "Attack your friend {target} with {weapon}",
        "block.friendly-fire",
    ),
}


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self,
        title: str,
        sides: list[str],
        sheets: list[Sheet],
        weapons: list[Weapon],
        runes: list[Rune],
        engines: list[Engine],
        places: Bands,
        chapters: list[Chapter],
        happenings: list[Happening],
        house: House,
        round_limit: i64,
    ) -> None:
        super().__init__(
            "orrery", title, sides, [sheet.name for sheet in sheets], PHRASES, round_limit
        )
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.runes: Final = runes
        self.engines: Final = engines
        self.places: Final = places
        self.chapters: Final = chapters
        self.happenings: Final = happenings
        self.house: Final = house
        self.barriers: Final = [i for i, sheet in enumerate(sheets) if sheet.bars is not None]
        # what players have worked out about pools before, the same in every fight
        self.forecasts: Final[dict[int, Forecast]] = {}
        most = max(len(weapons), len(runes), len(engines))
        # attack[verb][weapon, rune or engine][target]
        self._attacks: list[list[list[Option]]] = [
            [[] for _ in range(most)] for _ in range(int(LAST_ATTACK) + 1)
        ]
        self._rams: dict[tuple[int, int, int], Option] = {}
        self._hurls: dict[tuple[int, int], Option] = {}
        names = self.names
        spots = places.names()
        machines = [engine.name for engine in engines]
        self.act: Final = fighter_options(names, "act", "{} acts", 0)
        self.move: Final = place_options(spots, "move", "Move to {}", MOVE, "core.turn")
        self.toss: Final = place_options(
            spots, "toss", "Throw whom you hold to {}", TOSS, "special.throw", "toss to {}"
        )
        self.help: Final = fighter_options(names, "help", "Help {}", HELP, "core.help")
        self.douse: Final = fighter_options(
            names, "douse", "Put out the fire on {}", DOUSE, "rune.condition"
        )
        self.load: Final = item_options(machines, "load", "Load the {}", LOAD, "siege.ranged")
        self.hide: Final = Option("hide", "hide", "Hide", HIDE, rules=("status.hidden",))
        self.drink: Final = Option(
            "drink", "drink", "Drink a potion of healing", DRINK, rules=("recovery.potion",)
        )
        self.let_go: Final = Option(
            "let go",
            "let go",
            "Let go of whom you hold (no Action)",
            LET_GO,
            rules=("special.grapple",),
        )
        self.push: Final = Option(
            "push",
            "push",
            "Spend a Stamina for one more Action",
            PUSH,
            rules=("health.stamina-uses",),
        )
        self.end: Final = Option("end", "end turn", "End the turn", END, rules=("core.turn",))

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

    def last_happening(self, chapter: i64) -> i64:
        """The last round of a fight for which the scenario has something in store."""
        last: i64 = 0
        for event in self.happenings:
            if event.fight == chapter and event.round > last:
                last = event.round
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
        if verb == RUNE or verb == AFFLICT or verb == FRIENDLY_RUNE:
            rune = self.runes[item]
            weapon, called = rune.name, f"the {rune.name} rune"
            condition = CONDITIONS[rune.condition]
        elif verb == FIRE:
            weapon, called = self.engines[item].name, self.engines[item].called()
        else:
            weapon, called = self.weapons[item].name, self.weapons[item].called()
            if verb == ATTACK and self.weapons[item].ranged():
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
                RAM,
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
                HURL,
                target,
                held,
                rules=("special.throw",),
            )
            self._hurls[key] = found
        return found
