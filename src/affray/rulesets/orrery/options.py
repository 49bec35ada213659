"""Every option that there can be in a scenario, made once."""

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

CONDITION_AIM: Final = " for a Condition"


def for_condition(kind: str, text: str) -> tuple[str, str, str, str]:
    """Return the words of an attack for a Condition."""
    return kind, text + CONDITION_AIM, "special.condition", ACTION


# for each attack's verb: its kind, its sentence, its rule and its cost
ATTACKS: Final[dict[int, tuple[str, str, str, str]]] = {
    int(verbs.ATTACK): ("attack", "Attack {target} with {weapon}", "close.attack", ACTION),
    int(verbs.HINDER): for_condition("hinder", "Attack {target} with {weapon}"),
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
    int(verbs.FIRE_HINDER): for_condition("fire-hinder", "Fire {weapon} at {target}"),
}


class OptionTable:
    """The options of a scenario: those of turns by their verbs, and the answers to questions."""

    def __init__(self, names: list[str], spots: list[str], arms: Arms) -> None:
        self.names: Final = names
        self.weapons: Final = arms.weapons
        self.runes: Final = arms.runes
        self.engines: Final = arms.engines
        most = max(len(arms.weapons), len(arms.runes), len(arms.engines))
        # [verb, or behind them all the same on a friend][weapon, rune or engine][target]
        self._attacks: list[list[list[Option]]] = [
            [[] for _ in range(most)] for _ in range(2 * int(verbs.LAST_ATTACK) + 2)
        ]
        self._rams: dict[tuple[int, int, int, int, bool], Option] = {}
        self._hurls: dict[tuple[int, int, bool], Option] = {}
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
        """Return the option to attack a target, made when it is first wanted.

        `friendly` is one PC's attack on another, which says so.
        """
        row = verb + verbs.LAST_ATTACK + 1 if friendly else verb
        by_target = self._attacks[row][item]
        if not by_target:
            for index in range(len(self.names)):
                by_target.append(self._make_attack(verb, item, index, friendly))
        return by_target[target]

    def _make_attack(self, verb: i64, item: i64, target: i64, friendly: bool) -> Option:
        kind, text, rule, cost = ATTACKS[int(verb)]
        condition = ""
        if verbs.is_rune(verb):
            rune = self.runes[item]
            weapon, called = rune.name, rune.called()
            condition = rune.condition
        elif verbs.is_fired(verb):
            weapon, called = self.engines[item].name, self.engines[item].called()
        else:
            weapon, called = self.weapons[item].name, self.weapons[item].called()
            if verb == verbs.ATTACK and self.weapons[item].is_ranged():
                rule = "ranged.attack"
        name = self.names[target]
        return Option(
            friendly_kind(kind, friendly),
            f"{friendly_kind(kind, friendly)} {name} with {weapon}",
            text.format(target=called_friend(name, friendly), weapon=called, condition=condition),
            verb,
            target,
            item,
            rules=attack_rules(rule, friendly),
            cost=cost,
        )

    def ram(
        self, verb: i64, engine: i64, target: i64, partner: i64, friendly: bool = False
    ) -> Option:
        """Return the option to ram, alone or with a friend, for damage or for a Condition."""
        key = (int(verb), int(engine), int(target), int(partner), friendly)
        found = self._rams.get(key)
        if found is None:
            hinders = verb == verbs.RAM_HINDER
            ram = self.engines[engine].name
            name = self.names[target]
            kind = "ram-hinder" if hinders else "ram"
            word = friendly_kind(kind, friendly)
            beside = f" beside {self.names[partner]}" if partner != NOBODY else ""
            aim = CONDITION_AIM if hinders else ""
            found = Option(
                word if partner == NOBODY else word + "-together",
                f"{word} {name}{beside} with {ram}",
                f"Swing the {ram} at {called_friend(name, friendly)}{aim}{beside}",
                verb,
                target,
                engine,
                value=partner,
                rules=ram_rules(hinders, partner != NOBODY, friendly),
                cost=TWO_ACTIONS if partner == NOBODY else f"{ACTION} of each",
            )
            self._rams[key] = found
        return found

    def hurl(self, held: i64, target: i64, friendly: bool = False) -> Option:
        """Return the option to throw the held combatant at a target."""
        key = (int(held), int(target), friendly)
        found = self._hurls.get(key)
        if found is None:
            thrown, name = self.names[held], self.names[target]
            kind = friendly_kind("hurl", friendly)
            found = Option(
                kind,
                f"{kind} {name} with {thrown}",
                f"Throw {thrown} at {called_friend(name, friendly)}",
                verbs.HURL,
                target,
                held,
                rules=attack_rules("special.throw", friendly),
                cost=ACTION,
            )
            self._hurls[key] = found
        return found


def simple_option(key: str, text: str, verb: i64, rule: str, cost: str = "") -> Option:
    """Return an option of one rule, without a target."""
    return Option(key, key, text, verb, rules=(rule,), cost=cost)


def friendly_kind(kind: str, friendly: bool) -> str:
    """Return the kind of an attack, on a friend or not."""
    return "friendly-" + kind if friendly else kind


def called_friend(name: str, friendly: bool) -> str:
    """Return a target's name in a sentence, which says if it is a friend."""
    return "your friend " + name if friendly else name


def attack_rules(rule: str, friendly: bool) -> tuple[str, ...]:
    """Return the rules of an attack, on a friend or not."""
    return (rule, "block.friendly-fire") if friendly else (rule,)


def ram_rules(hinders: bool, together: bool, friendly: bool) -> tuple[str, ...]:
    """Return the rules of an attack with a ram, for a Condition or not, by two or by one."""
    rules = attack_rules("special.condition" if hinders else "siege.melee", friendly)
    return (*rules, "siege.together") if together else rules
