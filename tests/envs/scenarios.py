"""A small scenario of every ruleset."""

from affray.library import rulesets, scenario_texts, toml_of

SMALL = {
    "mithryn": "first-blood",
    "renaissance": "two-weapon-duel",
    "shinobi": "moonlit-duel",
    "orrery": "two-blades",
    "olde": "fencing-lesson",
}


def all_scenarios() -> list[str]:
    """Return the first and the last scenario of every ruleset."""
    found = []
    for ruleset in rulesets().values():
        names = list(toml_of(ruleset, "scenarios"))
        found += [names[0], names[-1]]
    assert set(found) <= set(scenario_texts())
    return found
