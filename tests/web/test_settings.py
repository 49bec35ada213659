"""Settings by environment variables."""

from __future__ import annotations

from dataclasses import fields

import pytest

from affray.core.problems import InvalidDataError
from affray.web.settings import Settings, settings_from_environment


def test_every_setting_has_a_variable_of_its_kind() -> None:
    given = {
        "AFFRAY_STORE": "sqlite:///x.db",
        "AFFRAY_MAX_FIGHTS": "500",
        "AFFRAY_EXPIRE_DAYS": "0.5",
        "AFFRAY_TRUSTED_PROXIES": "10.0.0.1, 172.28.0.0/16",
        "AFFRAY_METRICS": "127.0.0.1:9100",
        "PATH": "/bin",
    }
    found = settings_from_environment(given)
    assert found == {
        "store": "sqlite:///x.db",
        "max_fights": 500,
        "expire_days": 0.5,
        "trusted_proxies": ("10.0.0.1", "172.28.0.0/16"),
        "metrics": "127.0.0.1:9100",
    }
    Settings(**found)
    texts = {
        f"AFFRAY_{field.name.upper()}": ",".join(field.default)
        if isinstance(field.default, tuple)
        else str(field.default)
        for field in fields(Settings)
    }
    assert Settings(**settings_from_environment(texts)) == Settings()


def test_nothing_is_set_by_an_empty_environment_or_by_what_is_no_setting() -> None:
    assert settings_from_environment({}) == {}
    others = ("COMPILE", "COMPILING", "EXPECT", "HOST", "PORT", "LOG", "RULESETS", "CHROMIUM")
    assert settings_from_environment({f"AFFRAY_{name}": "1" for name in others}) == {}


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("AFFRAY_MAX_FIGHTS", "many", "AFFRAY_MAX_FIGHTS: expected a whole number"),
        ("AFFRAY_MAX_FIGHTS", "1.5", "AFFRAY_MAX_FIGHTS: expected a whole number"),
        ("AFFRAY_MAX_FIGHTS", "-1", "AFFRAY_MAX_FIGHTS: expected a whole number, 0 or more"),
        ("AFFRAY_EXPIRE_DAYS", "soon", "AFFRAY_EXPIRE_DAYS: expected a number"),
        ("AFFRAY_EXPIRE_DAYS", "inf", "AFFRAY_EXPIRE_DAYS: expected a number"),
        ("AFFRAY_EXPIRE_DAYS", "nan", "AFFRAY_EXPIRE_DAYS: expected a number"),
        ("AFFRAY_MAX_FIGHT", "5", "AFFRAY_MAX_FIGHT: there is no such setting; is it"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, text: str, said: str) -> None:
    with pytest.raises(InvalidDataError, match=said):
        settings_from_environment({variable: text})


def test_zero_is_allowed() -> None:
    assert settings_from_environment({"AFFRAY_RATE": "0"}) == {"rate": 0.0}
