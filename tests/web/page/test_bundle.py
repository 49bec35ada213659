"""The page's one script and one stylesheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from affray.web.app import create_app
from affray.web.page import bundle
from affray.web.page.bundle import bundled_file, bundled_files, modules_from
from affray.web.settings import Settings

STATIC = Path(bundle.__file__).parents[1] / "static"


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(Settings(store=f"sqlite:///{tmp_path}/fights.db")))


def files_of(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/page/[^"]+)"', page)


def test_the_page_asks_for_two_files_that_may_be_kept(client: TestClient) -> None:
    page = client.get("/").text
    found = files_of(page)
    assert [Path(name).suffix for name in found] == [".css", ".js"]
    assert "/static/js" not in page
    assert "/static/css" not in page
    for name, file in zip(found, reversed(bundled_files()), strict=True):
        got = client.get(name, headers={"accept-encoding": "identity"})
        assert got.content == file.content
        assert "content-encoding" not in got.headers
        assert "immutable" in got.headers["cache-control"]
        assert got.headers["content-type"].split(";")[0] == file.media_type


def test_it_is_sent_compressed_to_those_who_can_read_that(client: TestClient) -> None:
    name = files_of(client.get("/").text)[-1]
    got = client.get(name, headers={"accept-encoding": "gzip"})
    assert got.headers["content-encoding"] == "gzip"
    assert int(got.headers["content-length"]) * 3 < len(got.content)


def test_a_file_that_is_there_no_more_is_said_so(client: TestClient) -> None:
    got = client.get("/page/page-0123456789abcdef.js")
    assert (got.status_code, "load it again" in got.text) == (404, True)


def test_another_text_is_another_name() -> None:
    one, same, other = (bundled_file("a", "js", "x/y", text) for text in ("one", "one", "other"))
    assert one == same
    assert one.name != other.name


def test_every_module_is_in_it_after_those_it_imports() -> None:
    found = modules_from("main.js")
    there = {str(path.relative_to(STATIC / "js")) for path in (STATIC / "js").rglob("*.js")}
    assert sorted(found) == sorted(there - {"standalone.js"})
    for place, name in enumerate(found):
        text = (STATIC / "js" / name).read_text("utf-8")
        needs = [bundle.module_at(name, one) for _, one in bundle.IMPORT.findall(text)]
        assert all(found.index(one) < place for one in needs), name


@pytest.mark.parametrize("path", sorted((STATIC / "js").rglob("*.js")), ids=lambda path: path.name)
def test_every_import_and_export_is_of_a_kind_that_it_takes(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(re.findall(r"^import\b", text, re.M)) == len(bundle.IMPORT.findall(text))
    assert len(re.findall(r"^export\b", text, re.M)) == len(bundle.EXPORT.findall(text))
    assert "import(" not in re.sub(r"/\*\*.*?\*/|//.*", "", text, flags=re.S)


def test_comments_and_types_are_for_readers_not_for_browsers() -> None:
    script = bundle.bundle_script("main.js")
    assert "@param" not in script
    assert "@type" not in script
    assert bundle.COMMENT.sub("", 'const a = "// kept";\n  // gone\nb();\n') == (
        'const a = "// kept";\nb();\n'
    )
