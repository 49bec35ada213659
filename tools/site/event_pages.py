"""The kinds of events of each ruleset, with the sentences that tell them."""

from __future__ import annotations

from string import Formatter

from affray.library import load, rulebook_of, ruleset_named, ruleset_names, toml_of


def phrases_of(ruleset: str) -> dict[str, str]:
    """Return the sentence for each kind of event of a ruleset."""
    scenario = next(iter(toml_of(ruleset_named(ruleset), "scenarios")))
    return dict(load(scenario).setup.phrases)


def parts_of(phrase: str) -> list[str]:
    """Return the names of the parts in a sentence."""
    names = [name for _, name, _, _ in Formatter().parse(phrase) if name]
    return list(dict.fromkeys(names))


def event_page() -> str:
    """Return the page with every kind of event of every ruleset."""
    lines = [
        "# Events of each ruleset\n",
        "What `affray fight --json`, the tables of the lab and a fight's stream tell, as "
        "[a format](../formats.md#events): a kind, the parts that fill its sentence, and the ids "
        "of the rules.\n",
    ]
    for ruleset in ruleset_names():
        title = rulebook_of(ruleset).title.partition(":")[0]
        lines += [f"## {title}\n", "| kind | sentence | parts |", "|---|---|---|"]
        for kind, phrase in phrases_of(ruleset).items():
            parts = ", ".join(f"`{part}`" for part in parts_of(phrase))
            # else a part at the end of a cell would be taken for the cell's attributes
            shown = phrase.replace("|", "\\|").replace("{", "\\{")
            lines.append(f"| `{kind}` | {shown} | {parts} |")
        lines.append("")
    return "\n".join(lines)
