"""All options of a scenario, each made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.options import fighter_options, item_options, place_options
from affray.core.questions import NOBODY, Option
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.sheet import CONDITIONS, Arms

ACTION: Final = "1 Action"
TWO_ACTIONS: Final = "2 Actions"
RUNE_PRICE: Final = "1 Action, 1 Stamina"
STAMINA: Final = "1 Stamina"


# for each attack's verb: its kind, its sentence, its rule and its cost
ATTACKS: Final[dict[int, tuple[str, str, str, str]]] = {
    int(verbs.ATTACK): ("attack", "Attack {target} with {weapon}", "close.attack", ACTION),
    int(verbs.HINDER): (
        "hinder",
        "Attack {target} with {weapon} for a Condition",
        "special.condition",
        ACTION,
    ),
    int(verbs.GRAPPLE): ("grapple", "Grapple {target}", "special.grapple", ACTION),
    int(verbs.ESCAPE): ("escape", "Escape from {target} with {weapon}", "special.escape", ACTION),
    int(verbs.RUNE): ("rune", "Attack {target} with {weapon}", "rune.attack", RUNE_PRICE),
    int(verbs.AFFLICT): (
        "afflict",
        "Leave {target} {condition} with {weapon}",
        "rune.condition",
        RUNE_PRICE,
    ),
    int(verbs.FIRE): ("fire", "Fire {weapon} at {target}", "siege.ranged", ACTION),
    int(verbs.FIRE_HINDER): (
        "fire-hinder",
        "Fire {weapon} at {target} for a Condition",
        "special.condition",
        ACTION,
    ),
    int(verbs.RAM): ("ram", "Swing {weapon} at {target}", "siege.melee", TWO_ACTIONS),
    int(verbs.RAM_HINDER): (
        "ram-hinder",
        "Swing {weapon} at {target} for a Condition",
        "special.condition",
        TWO_ACTIONS,
    ),
    int(verbs.HURL): ("hurl", "Throw {weapon} at {target}", "special.throw", ACTION),
}


class OptionTable:
    """The options of a scenario: those of turns by their verbs, and the answers to questions."""

    def __init__(self, names: list[str], spots: list[str], arms: Arms) -> None:
        self.names: Final = names
        self.weapons: Final = arms.weapons
        self.runes: Final = arms.runes
        self.engines: Final = arms.engines
        self._items: Final[i64] = max(
            len(arms.weapons), len(arms.runes), len(arms.engines), len(names)
        )
        self._attacks: Final[list[Option | None]] = [None] * (
            2 * (int(verbs.LAST_ATTACK) + 1) * self._items * len(names)
        )
        """Attack options: by verb (for enemies, then for friends), then by item, then by target."""
        self._rams_together: Final[dict[tuple[int, int, int, int, bool], Option]] = {}
        machines = [engine.name for engine in arms.engines]
        self.act: Final = fighter_options(names, "act", "{} acts", 0)
        self.move: Final = place_options(
            spots, "move", "Move to {}", verbs.MOVE, "core.turn", cost=ACTION
        )
        self.toss: Final = place_options(
            spots,
            "toss",
            "Throw whom you hold to {}",
            verbs.TOSS,
            "special.throw",
            "toss to {}",
            cost=ACTION,
        )
        self.help: Final = fighter_options(
            names, "help", "Help {}", verbs.HELP, "core.help", cost=ACTION
        )
        self.douse: Final = fighter_options(
            names, "douse", "Put out the fire on {}", verbs.DOUSE, "rune.condition", cost=ACTION
        )
        self.load: Final = item_options(
            machines, "load", "Load the {}", verbs.LOAD, "siege.ranged", cost=ACTION
        )
        self.hide: Final = simple_option("hide", "Hide", verbs.HIDE, "status.hidden", ACTION)
        self.drink: Final = simple_option(
            "drink", "Drink a potion of healing", verbs.DRINK, "recovery.potion", ACTION
        )
        self.let_go: Final = simple_option(
            "let go", "Let go of whom you hold", verbs.LET_GO, "special.grapple-ends", "no Action"
        )
        self.push: Final = simple_option(
            "push", "Take one more Action", verbs.PUSH, "health.stamina-uses", STAMINA
        )
        self.end: Final = Option("end", "end turn", "End the turn", verbs.END, rules=("core.turn",))

        self.keep: Final = Option("keep", "keep", "Keep the roll")
        self.spend_boon: Final = simple_option(
            "boon", "Spend a Boon and roll again", 0, "health.boon", "1 Boon"
        )
        self.spend_stamina: Final = simple_option(
            "stamina", "Spend a Stamina and roll again", 0, "health.stamina-uses", STAMINA
        )
        self.again_for_boon: Final = [self.keep, self.spend_boon]
        self.again_for_stamina: Final = [self.keep, self.spend_stamina]
        self.again_for_either: Final = [self.keep, self.spend_boon, self.spend_stamina]
        self.which_condition: Final = [
            Option("condition", name, name.capitalize(), value=index, rules=("special.condition",))
            for index, name in enumerate(CONDITIONS)
        ]
        self.allow: Final = [
            [
                Option("allow", "allow", f"Yes: {name}", value=1, rules=("special.justified",)),
                Option(
                    "refuse", "refuse", f"No: not {name}, by that", rules=("special.justified",)
                ),
            ]
            for name in CONDITIONS
        ]
        self.yes_test: Final = simple_option(
            "test", "Yes: Moon and Defense", 0, "environment.fall-test"
        )
        self.fall_test: Final = [
            simple_option("no", "No", 0, "environment.fall-test"),
            self.yes_test,
        ]
        self.keep_potion: Final = Option("keep", "keep", "Nobody; keep it")
        self.give_potion: Final = fighter_options(names, "potion", "{}", 0, "recovery.giving")
        self.yes_rest: Final = simple_option("rest", "Rest", 0, "recovery.rest")
        self.rest: Final = [
            self.yes_rest,
            simple_option("go on", "Go on without", 0, "recovery.rest"),
        ]

    def attack(self, verb: i64, item: i64, target: i64, friendly: bool = False) -> Option:
        """Return the option to attack a target, made when it is first needed.

        The item is a weapon, a rune, an engine, or the thrown combatant. `friendly` marks one PC's
        attack on another, and its text says so.
        """
        row = verb + verbs.LAST_ATTACK + 1 if friendly else verb
        number = (row * self._items + item) * len(self.names) + target
        found = self._attacks[number]
        if found is None:
            found = self._make_attack(verb, item, target, NOBODY, friendly)
            self._attacks[number] = found
        return found

    def ram(
        self, verb: i64, engine: i64, target: i64, partner: i64, friendly: bool = False
    ) -> Option:
        """Return the option to ram, alone or with a friend, for damage or for a Condition."""
        if partner == NOBODY:
            return self.attack(verb, engine, target, friendly)
        key = (int(verb), int(engine), int(target), int(partner), friendly)
        if key not in self._rams_together:
            self._rams_together[key] = self._make_attack(verb, engine, target, partner, friendly)
        return self._rams_together[key]

    def _make_attack(
        self, verb: i64, item: i64, target: i64, partner: i64, friendly: bool
    ) -> Option:
        kind, text, rule, cost = ATTACKS[int(verb)]
        name, condition, beside = self.names[target], "", ""
        if verbs.is_rune(verb):
            rune = self.runes[item]
            weapon, called, condition = rune.name, rune.means.named, rune.condition
        elif verbs.is_fired(verb) or verbs.is_ram(verb):
            weapon, called = self.engines[item].name, self.engines[item].means.named
        elif verb == verbs.HURL:
            weapon = called = self.names[item]
        else:
            weapon, called = self.weapons[item].name, self.weapons[item].means.named
            if verb == verbs.ATTACK and self.weapons[item].is_ranged():
                rule = "ranged.attack"
        rules = [rule]
        if friendly:
            kind = "friendly-" + kind
            rules.append("block.friendly-fire")
        word = kind
        if partner != NOBODY:
            kind += "-together"
            beside = f" beside {self.names[partner]}"
            cost = f"{ACTION} of each"
            rules.append("siege.together")
        shown = f"your friend {name}" if friendly else name
        return Option(
            kind,
            f"{word} {name}{beside} with {weapon}",
            text.format(target=shown, weapon=called, condition=condition) + beside,
            verb,
            target,
            item,
            value=partner if verbs.is_ram(verb) else 0,
            rules=tuple(rules),
            cost=cost,
        )


def simple_option(key: str, text: str, verb: i64, rule: str, cost: str = "") -> Option:
    """Return an option of one rule, without a target."""
    return Option(key, key, text, verb, rules=(rule,), cost=cost)
