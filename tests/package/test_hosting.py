"""What hosts Affray fits it: the image, the compose file, the proxy and the unit name files, settings
and addresses that there are."""

from __future__ import annotations

import fnmatch
import re
import runpy
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from affray.cli.app import COMMANDS
from affray.web.settings import Settings
from servers import free_port

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = (ROOT / "hosting" / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "hosting" / "compose.yaml").read_text("utf-8"))
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
VARIABLES = {f"AFFRAY_{field.name.upper()}" for field in fields(Settings)}
VARIABLES |= {"AFFRAY_HOST", "AFFRAY_PORT", "AFFRAY_PROCESSES", "AFFRAY_LOG"}
GIVEN_TO_COMPOSE = {"AFFRAY_PASSWORD", "AFFRAY_SITE"}


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each with its words on one line."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    return [(line[0], line[1]) for line in lines]


def words_of(name: str) -> list[str]:
    return [words for instruction, words in instructions() if instruction == name]


def test_the_image_is_made_of_instructions_that_there_are() -> None:
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK"}
    known |= {"STOPSIGNAL", "CMD"}
    assert {name for name, _ in instructions()} <= known
    assert instructions()[0][0] == "FROM"
    stages = [words.split()[-1] for words in words_of("FROM") if " AS " in words]
    for words in words_of("COPY"):
        stage = re.match(r"--from=(\w+)", words)
        assert stage is None or stage[1] in stages


def test_the_image_is_of_a_python_that_wheels_are_built_for() -> None:
    bases = {words.split()[0] for words in words_of("FROM")}
    assert len(bases) == 1
    (number,) = re.findall(r"^python:3\.(\d+)-slim$", bases.pop())
    assert f"cp3{number}-" in (ROOT / "pyproject.toml").read_text("utf-8")


def test_the_image_sets_what_there_is_and_runs_what_there_is() -> None:
    given = dict(word.split("=", 1) for words in words_of("ENV") for word in shlex.split(words))
    assert set(given) <= VARIABLES
    assert given["AFFRAY_STORE"].startswith("sqlite:////data/")
    ports = words_of("EXPOSE")[0].split()
    assert ports == [given["AFFRAY_PORT"], given["AFFRAY_METRICS"].rpartition(":")[2]]
    (check,) = words_of("HEALTHCHECK")
    assert f"http://127.0.0.1:{given['AFFRAY_PORT']}/health" in check
    program, command = yaml.safe_load(words_of("CMD")[0])
    assert (program, command in COMMANDS) == ("affray", True)
    assert words_of("USER") == ["affray"]


@pytest.mark.parametrize(
    "needed",
    [
        "pyproject.toml",
        "setup.py",
        "tools/build/state_methods.py",
        "README.md",
        "LICENSE",
        "src/affray/api.py",
    ],
)
def test_nothing_that_builds_the_image_is_left_out(needed: str) -> None:
    assert (ROOT / needed).exists()
    ignored = (ROOT / "hosting" / "Dockerfile.dockerignore").read_text().split()
    parts = [needed, *(str(parent) for parent in Path(needed).parents if str(parent) != ".")]
    assert not [pattern for pattern in ignored for part in parts if fnmatch.fnmatch(part, pattern)]


def test_the_compose_file_is_consistent() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        assert "image" in service or "build" in service
        for place in service.get("build", {}).values():
            assert any((start / place).exists() for start in (ROOT, ROOT / "hosting")), place
        for needed in service.get("depends_on", {}):
            assert needed in services
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / "hosting" / source).exists(), volume
    conditions = services["affray"]["depends_on"]
    for name, wanted in conditions.items():
        assert wanted["condition"] == "service_healthy"
        assert "healthcheck" in services[name]


def test_the_compose_file_sets_what_there_is() -> None:
    given = COMPOSE["services"]["affray"]["environment"]
    assert set(given) - VARIABLES == {"PGPASSWORD"}  # PostgreSQL's own
    text = (ROOT / "hosting" / "compose.yaml").read_text("utf-8")
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked <= VARIABLES | GIVEN_TO_COMPOSE
    database = COMPOSE["services"]["database"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert given["AFFRAY_STORE"] == f"postgresql://{user}@database/{name}"
    assert given["PGPASSWORD"] == "${AFFRAY_PASSWORD}"
    assert database["POSTGRES_PASSWORD"].startswith("${AFFRAY_PASSWORD:?")
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert given["AFFRAY_TRUSTED_PROXIES"] == network["subnet"]


def test_a_network_of_proxies_is_trusted_and_another_is_not() -> None:
    from uvicorn.middleware.proxy_headers import _TrustedHosts

    trusted = _TrustedHosts([COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]])
    assert "172.31.77.5" in trusted
    assert "172.31.78.5" not in trusted


def test_the_proxy_sends_to_the_servers_and_keeps_nothing_back() -> None:
    text = (ROOT / "hosting" / "Caddyfile").read_text("utf-8")
    assert text.count("{") == text.count("}")
    service, port = re.findall(r"dynamic a (\w+) (\d+)", text)[0]
    assert service in COMPOSE["services"]
    assert f"AFFRAY_PORT={port}" in DOCKERFILE
    assert "flush_interval -1" in text
    assert "{$AFFRAY_SITE}" in text
    assert "AFFRAY_SITE" in COMPOSE["services"]["proxy"]["environment"]


def test_the_proxy_asks_all_of_a_fight_of_one_server(tmp_path: Path) -> None:
    from affray.web.app import create_app

    text = (ROOT / "hosting" / "Caddyfile").read_text("utf-8")
    (pattern,) = re.findall(r"@fight path_regexp fight (\S+)", text)
    assert f"@other not path_regexp {pattern}\n" in text
    assert "request_header @fight X-Affray-Fight {re.fight.1}\n" in text
    assert "request_header @other -X-Affray-Fight\n" in text
    assert "lb_policy header X-Affray-Fight\n" in text
    app = create_app(Settings(store=f"sqlite:///{tmp_path}/fights.db"))
    paths = set(app.openapi()["paths"])
    app.state.pools.close()
    app.state.store.close()
    of_a_fight = {path for path in paths if "{fight}" in path}
    assert len(of_a_fight) > 20
    assert {found for path in of_a_fight for found in re.findall(pattern, path)} == {"{fight}"}
    assert all(re.match(pattern, path) for path in of_a_fight)
    # what is of all fights may go anywhere
    assert re.match(pattern, "/api/fights") is None


def test_the_unit_runs_a_server_at_its_port() -> None:
    text = (ROOT / "hosting" / "affray@.service").read_text("utf-8")
    assert "Environment=AFFRAY_PORT=%i\n" in text
    assert re.search(r"^ExecStart=\S+/affray serve$", text, re.MULTILINE)


def test_the_page_on_hosting_names_what_there_is() -> None:
    named = set(re.findall(r"AFFRAY_[A-Z_]+[A-Z]", HOSTING))
    assert named <= VARIABLES | GIVEN_TO_COMPOSE
    for file in re.findall(r"`([\w./@-]+\.(?:yaml|service|md)|[\w/]*Dockerfile)`", HOSTING):
        assert (ROOT / file).exists() or (ROOT / "docs" / file).exists(), file


def test_the_figures_that_are_named_are_those_that_are_served(tmp_path: Path) -> None:
    from affray.web.app import create_app

    metrics = f"127.0.0.1:{free_port()}"
    app = create_app(Settings(store=f"sqlite:///{tmp_path}/fights.db", metrics=metrics))
    served = {family.name for family in app.state.metrics.registry.collect()}
    app.state.metrics.close()
    app.state.pools.close()
    app.state.store.close()
    named = {name.removesuffix("_total") for name in re.findall(r"`(affray_\w+)", HOSTING)}
    assert "affray_rooms" in named
    assert {name for name in named if name != "affray_info"} <= served
    assert "affray" in served  # Prometheus calls it affray_info


def test_the_table_of_settings_is_up_to_date() -> None:
    found = runpy.run_path(str(ROOT / "tools/settings_table.py"))["page_with_table"](HOSTING)
    assert found == HOSTING, "run: python tools/settings_table.py"
    assert found.count("| `AFFRAY_") == len(fields(Settings))
