"""Search a rulebook by the words that players use."""

from __future__ import annotations

import re
from dataclasses import dataclass

from affray.core.rulebook import Rule, Rulebook

WORD = re.compile(r"[a-z0-9+−-]+")

ENDINGS = ("ings", "ing", "ies", "ed", "es", "s", "e", "y")

SHORTEST_STEM = 3

WHOLE = frozenset(["rune", "die", "dies", "dice"])
"""Words that keep their endings, because their stems would match other words."""

IGNORED = frozenset(
    re.findall(
        r"\w+",
        """
    a an and any are at be by can do does for from get how i if in is it
    my of on or the there to what when where who with you your
""",
    )
)
"""Words without meaning for the search."""

SYNONYMS = [
    ["run away", "flee", "fled", "retreat", "escape from the fight", "withdraw"],
    ["two weapons", "dual wield", "off-hand", "several weapons", "both attacks"],
    ["knocked out", "unconscious", "incapacitated", "down", "collapse", "disabled"],
    ["dies", "dead", "death", "kill", "dying"],
    ["heal", "healing", "recover", "restore", "cure", "poultice", "potion", "first aid"],
    ["rest", "recover", "regain"],
    [
        "initiative",
        "turn order",
        "who acts first",
        "acts first",
        "who begins",
        "first side",
        "goes first",
    ],
    ["sneak", "hide", "hidden", "stealth", "ambush", "surprise", "unaware"],
    ["spell", "magic", "rune", "mana", "cast"],
    ["shoot", "ranged", "bow", "missile", "archery", "fire a weapon", "firearm"],
    ["gun", "pistol", "musket", "arquebus", "firearm", "black powder", "reload"],
    ["throw", "thrown", "hurl", "throwing"],
    ["bomb", "grenade", "cone", "explosive", "blast", "splash", "burst", "explosion"],
    ["exploding", "explode", "rolled again", "open-ended"],
    ["wrestle", "grapple", "grab", "hold"],
    ["push", "shove", "knock back", "moved"],
    ["knock down", "trip", "prone", "fall over"],
    ["horse", "mount", "rider", "cavalry", "mounted", "ride"],
    ["armour", "armor", "protection", "soak"],
    ["hit points", "hp", "health", "life", "hearts", "durability"],
    ["wound", "injury", "injured", "hurt"],
    ["stun", "stunned", "dazed"],
    ["help", "aid", "assist", "support"],
    ["dodge", "evade", "fray", "defence", "defense"],
    ["block", "shield", "parry"],
    ["opportunity attack", "attack of opportunity", "free attack", "moves away", "disengage"],
    ["wait", "delay", "ready", "readied", "hold action", "overwatch"],
    ["sprint", "run", "dash", "double move", "full rate"],
    ["move", "movement", "walk", "step", "speed"],
    ["critical", "crit", "fumble", "highest face"],
    ["reroll", "re-roll", "roll again", "luck", "boon"],
    ["backstab", "behind", "rear", "back strike", "flank"],
    ["gang up", "outnumber", "several attackers", "assist", "friend"],
    ["high ground", "height", "above", "higher"],
    ["line of sight", "sight", "see", "visible"],
    ["cover", "hides at least half", "past a corner"],
    ["ammunition", "ammo", "arrows", "reload", "reset after each shot"],
    ["pick up", "draw weapon", "drop weapon", "drawing", "stow"],
    ["difficulty", "target number", "challenge rating", "tn", "cr"],
    ["bonus", "penalty", "modifier", "adjustment"],
    ["advantage", "adv", "disadvantage", "dis"],
    ["charge", "rush", "rushed"],
    ["unarmed", "bare hands", "fist", "punch", "kick"],
    ["bite", "claw", "natural weapon", "natural attack"],
    ["bleed", "bleeding", "poison", "burning", "condition"],
    ["house rule", "option", "optional rule"],
    ["skill check", "ability check", "check", "test"],
    ["action", "actions per turn", "action points", "ap"],
    ["surrender", "defeated", "end of the fight", "win"],
    ["zone of control", "influence zone", "threaten"],
    ["damage", "harm"],
    ["fear", "frightened", "afraid", "morale", "panic"],
    ["darkness", "dark", "light", "blinded"],
    ["disarm", "lose a weapon"],
    ["jump", "climb", "swim", "leap", "stunt", "acrobatics", "athletics"],
    ["fall", "falling", "fall from"],
    ["aim", "called shot", "hit location", "head", "vital spot"],
    ["tired", "fatigue", "exhausted", "exhaustion", "stamina"],
    ["difficult terrain", "rough ground", "rough", "terrain", "obstacle"],
    ["size", "large", "giant", "huge", "small", "tiny", "monster"],
    ["carry", "encumbrance", "weight", "load", "burden"],
    ["cleave", "sweep", "several targets", "one attack against all"],
    ["level", "experience", "xp", "advancement"],
    ["saving throw", "save", "resist", "resistance"],
    ["defend", "full defence", "total defence", "defensive"],
    ["spear", "polearm", "long weapon", "reach"],
    ["reaction", "react", "interrupt", "out of turn", "counterattack"],
    ["improvised weapon", "improvise", "anything else"],
]
"""Groups of words and phrases; each of them also finds rules with the others."""


def stem(word: str) -> str:
    """Return a word without its ending, so that forms of a word match."""
    if word in WHOLE:
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order, without the ignored ones."""
    words = WORD.findall(text.lower().replace("_", " "))
    return [stem(word) for word in words if word not in IGNORED]


def has_phrase(words: list[str], phrase: list[str]) -> bool:
    """Return whether a phrase occurs in a list of words."""
    length = len(phrase)
    return any(words[at : at + length] == phrase for at in range(len(words) - length + 1))


def begins_a_word(start: str, words: list[str]) -> bool:
    """Return whether a word begins with `start`, for a word that is still being typed."""
    return any(word.startswith(start) for word in words)


GROUPS = [[stems(phrase) for phrase in group] for group in SYNONYMS]


@dataclass(frozen=True)
class FoundRules:
    """The rules found, the best first, and a note if the game has no such rule.

    `marks` are the words to highlight in their texts.
    """

    rules: tuple[Rule, ...]
    marks: tuple[str, ...]
    note: str = ""


def wanted_phrases(words: list[str]) -> list[list[list[str]]]:
    """Return the phrases to search for: each word or known phrase with its synonyms."""
    found: list[list[list[str]]] = []
    at = 0
    while at < len(words):
        matches = [
            (len(phrase), group)
            for group in GROUPS
            for phrase in group
            if words[at : at + len(phrase)] == phrase
        ]
        longest = max((length for length, _ in matches), default=1)
        phrases = [words[at : at + longest]]
        phrases += [one for length, group in matches if length == longest for one in group]
        found.append(phrases)
        at += longest
    return found


def score(rule: Rule, wanted: list[list[list[str]]]) -> int:
    """Return how well a rule matches; 0 if it lacks one of the wanted phrases.

    The player's own words count more than synonyms, and the title more than the text. Words that
    occur together count more than single ones, and the rule's own name counts most.
    """
    title = stems(f"{rule.title} {rule.id.replace('.', ' ').replace('-', ' ')} {rule.id}")
    text = stems(
        f"{rule.section} {rule.text} {rule.option.name.replace('_', ' ') if rule.option else ''}"
    )
    total = 0
    for phrases in wanted:
        own, synonyms = phrases[0], phrases[1:]
        points = 8 * has_phrase(title, own) + 4 * has_phrase(text, own)
        points += 3 * any(has_phrase(title, one) for one in synonyms)
        points += any(has_phrase(text, one) for one in synonyms)
        if points == 0 and not (len(own) == 1 and begins_a_word(own[0], [*title, *text])):
            return 0
        total += points + 1
    own_words = [word for phrases in wanted for word in phrases[0]]
    total += 10 * (len(wanted) > 1 and has_phrase(text, own_words))
    return total + 20 * (own_words == stems(rule.id.partition(".")[2].replace("-", " ")))


def scored_rules(rulebook: Rulebook, wanted: list[list[list[str]]]) -> list[tuple[int, Rule]]:
    """Return the matching rules with their scores, the best first.

    Every wanted word or a synonym must match. If that finds nothing, any one of them is enough.
    """
    scored = [(score(rule, wanted), rule) for rule in rulebook.rules] if wanted else []
    if not any(points for points, _ in scored):
        scored = [(sum(score(rule, [one]) for one in wanted), rule) for _, rule in scored]
    return sorted((one for one in scored if one[0] > 0), key=lambda one: -one[0])


def phrases_of(words: str) -> list[list[list[str]]]:
    """Return the phrases to search for, from a player's words."""
    return wanted_phrases(stems(words))


def with_named_first(rules: list[tuple[str, Rule]], words: str) -> list[tuple[str, Rule]]:
    """Return rules in their order, but with a rule first if the words are its id."""
    named = words.strip().lower()
    return sorted(rules, key=lambda one: one[1].id != named)


def find_rules(rulebook: Rulebook, words: str) -> FoundRules:
    """Return the rules that match a player's words, the best first.

    A rule with exactly that id comes before all others.
    """
    wanted = phrases_of(words)
    note = next((one.text for one in rulebook.absent if fits_note(one.words, wanted)), "")
    marks = {" ".join(phrase) for phrases in wanted for phrase in phrases}
    found = [(rulebook.ruleset, rule) for _, rule in scored_rules(rulebook, wanted)]
    rules = tuple(rule for _, rule in with_named_first(found, words))
    is_known = any(len(phrases) > 1 for phrases in wanted)
    if is_known and not rules and not note:
        note = f"This game has no rule for “{words.strip()}”. The game master can rule on it."
    return FoundRules(rules, tuple(sorted(marks)), note)


def find_in_rulebooks(rulebooks: list[Rulebook], words: str) -> list[tuple[str, Rule]]:
    """Return the rules of several games that match some words, each with its ruleset.

    The best come first; rules with exactly that id come before all others.
    """
    wanted = phrases_of(words)
    found = [
        (points, book, rule) for book in rulebooks for points, rule in scored_rules(book, wanted)
    ]
    ranked = sorted(found, key=lambda one: -one[0])
    return with_named_first([(book.ruleset, rule) for _, book, rule in ranked], words)


def fits_note(keys: tuple[str, ...], wanted: list[list[list[str]]]) -> bool:
    """Return whether one of the wanted words names something that a game lacks."""
    return any(stems(key) in phrases for key in keys for phrases in wanted)
