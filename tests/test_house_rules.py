"""House rules are declared in the rulebook alone; the typed class that rules read is written from it."""

import importlib.util
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULEBOOKS = sorted((ROOT / "src" / "affray" / "rulesets").glob("*/rulebook.toml"))


def house_source(rulebook: dict[str, object]) -> str:
    spec = importlib.util.spec_from_file_location("house_rules", ROOT / "tools" / "house_rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.house_source(rulebook)
    return text


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_the_house_class_is_as_the_rulebook_says(path: Path) -> None:
    written = path.with_name("house.py").read_text("utf-8")
    assert written == house_source(tomllib.loads(path.read_text("utf-8"))), "run make house"


def test_a_new_switch_is_a_new_attribute() -> None:
    rulebook = tomllib.loads(RULEBOOKS[0].read_text("utf-8"))
    rulebook["rule"].append({"id": "a.b", "text": "", "option": {"name": "fresh", "default": 3}})
    text = house_source(rulebook)
    assert "; fresh: Final[i64]\n" in text
    assert 'self.fresh = int(settings["fresh"])' in text
