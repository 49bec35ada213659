"""An attack shows the same three figures to a language model as everywhere else."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from affray.library import ruleset_names
from lab.same_attacks import asked_attacks
from referee.models import Model, fight_of, in_process, run


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_an_attack_has_the_same_figures(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.referee.referee.ODDS_SECONDS", 600.0)
    asked = asked_attacks(ruleset)

    async def work(model: Model) -> None:
        fight = fight_of(await model.call("begin", tape=asked.tape))
        for key, wanted in asked.figures.items():
            text = await model.call("ask", what="odds", fight=fight, option=key)
            line = text.split("\n")[0]
            assert line.endswith("(exact, without optional replies)"), line
            found = re.findall(r"(hit|harm|drops) ([\d.e-]+)(%?)", line.removeprefix(key))
            shown = {name: float(value) / (100 if sign else 1) for name, value, sign in found}
            assert shown["hit"] == pytest.approx(wanted["hit"], abs=0.0051)
            assert shown.get("harm", 0.0) == pytest.approx(wanted["harm"], abs=0.051)
            assert shown.get("drops", 0.0) == pytest.approx(wanted["drop"], abs=0.0051)

    run(work, partial(in_process, tmp_path, workers=1))
