"""The command `affray schema`."""

from __future__ import annotations

import json

from affray.library import rulesets
from cli.conftest import Run


def test_schema_accepts_what_we_accept(run: Run) -> None:
    for name in rulesets():
        schema = json.loads(run("schema", name).out)
        assert schema["properties"]["ruleset"]["const"] == name
        assert "house" in schema["properties"]
