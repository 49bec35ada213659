"""Where the built-in scenarios meet the rules is shipped as data, and the data is true."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from affray.library import load, met_rules_of, rulebook_of, rulesets, toml_of

ROOT = Path(__file__).parent.parent

each_ruleset = pytest.mark.parametrize("name", list(rulesets()))


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("met_rules", ROOT / "tools" / "met_rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@each_ruleset
def test_it_names_rules_and_scenarios_that_there_are(name: str) -> None:
    met = met_rules_of(name)
    assert set(met) <= {rule.id for rule in rulebook_of(name).rules}
    scenarios = set(toml_of(rulesets()[name], "scenarios"))
    assert {scenario for shares in met.values() for scenario in shares} == scenarios
    assert all(0 < share <= 1 for shares in met.values() for share in shares.values())


@each_ruleset
def test_what_a_fight_meets_is_in_it(name: str) -> None:
    met, rules_of_fight = met_rules_of(name), tool().rules_of_fight
    for scenario in toml_of(rulesets()[name], "scenarios"):
        found = rules_of_fight(load(scenario), 0, True)
        assert found
        for rule in found:
            assert scenario in met.get(rule, {}), f"{rule} in {scenario}: run tools/met_rules.py"


@pytest.mark.soak
@each_ruleset
def test_the_files_are_as_the_tool_writes_them(name: str) -> None:
    written = (ROOT / "src" / "affray" / "rulesets" / name / "met.toml").read_text("utf-8")
    assert written == tool().met_text(name), "run tools/met_rules.py"


def test_a_ruleset_need_not_say() -> None:
    from affray import library

    assert library.met_rules_of.__wrapped__ is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "package_folder", lambda _: ROOT / "docs")
        assert library.met_rules_of.__wrapped__("mithryn") == {}
