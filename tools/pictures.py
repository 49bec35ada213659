"""Makes the pictures of the documents from the running page: `make pictures`.

Starts the service on a database of its own, begins a fight of each game with a fixed seed, has the
first option answered a few times, and takes a picture of what is then there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
CHROMIUM = os.environ.get("AFFRAY_CHROMIUM", "/usr/bin/chromium")
PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"


ODDS_ARE_THERE = (
    "() => ![...document.querySelectorAll('.option .slot')].some("
    "(slot) => slot.textContent.includes('…'))"
)
"""Whether every option that is shown has its figures."""


@dataclass(frozen=True)
class Picture:
    """A picture: which scenario, after how many answers, and on what screen."""

    name: str
    scenario: str
    answers: int = 2
    seed: int = 7
    width: int = 1280
    height: int = 800
    scheme: str = "light"
    path: str = ""
    """What stands in the page's address behind the fight's secret."""


PICTURES = [
    Picture("mithryn", "causeway", 4),
    Picture("renaissance", "frozen-monastery", 2),
    Picture("renaissance-dark", "frozen-monastery", 2, scheme="dark"),
    Picture("shinobi", "bamboo-grove", 2),
    Picture("shinobi-phone", "bamboo-grove", 2, width=390, height=844),
    Picture("orrery", "gatehouse", 2),
    Picture("olde", "shield-wall", 2),
]


def request(path: str, body: Any = None, secret: str = "") -> Any:
    """What the service answers."""
    headers = {"content-type": "application/json"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(ADDRESS + path, data, headers), timeout=60
    ) as answer:
        return json.load(answer)


def begin(picture: Picture) -> str:
    """Begins a fight and answers a few questions; gives the page's address for its game master."""
    scenario = request(f"/api/scenarios/{picture.scenario}")["toml"]
    begun = request("/api/fights", {"scenario": scenario, "seed": str(picture.seed)})
    fight, secret = begun["id"], begun["gm"]
    for _ in range(picture.answers):
        question = request(f"/api/fights/{fight}/question", None, secret)["question"]
        if question is None:
            break
        body = {"number": question["number"], "option": question["options"][0]["key"]}
        request(f"/api/fights/{fight}/answers", body, secret)
    return f"{ADDRESS}/#/fight/{fight}/{secret}{picture.path}"


def take(browser: Any, picture: Picture, folder: Path) -> Path:
    """Takes one picture."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    try:
        page.goto(begin(picture))
        page.wait_for_selector(".option", timeout=30_000)
        page.wait_for_function(ODDS_ARE_THERE, timeout=60_000)
        file = folder / f"{picture.name}.png"
        page.screenshot(path=str(file))
        return file
    finally:
        page.close()


def wait_for_service(process: subprocess.Popen[bytes]) -> None:
    """Returns when the service answers; raises RuntimeError where it has ended instead."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{ADDRESS}/ready", timeout=5).close()
            return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("the service has not started") from None
            time.sleep(0.1)
    raise RuntimeError("the service does not answer")


def take_pictures(folder: Path, pictures: list[Picture]) -> list[Path]:
    """Takes pictures into a folder; gives their files."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "affray", "serve", "--port", str(PORT), "--rate", "0"]
        command += ["--store", f"sqlite:///{place}/fights.db", "--log", "error"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for_service(process)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
                )
                files = [take(browser, picture, folder) for picture in pictures]
                browser.close()
        finally:
            process.terminate()
            process.wait(20)
    return files


if __name__ == "__main__":
    wanted = set(sys.argv[1:])
    some = [picture for picture in PICTURES if not wanted or picture.name in wanted]
    for made in take_pictures(IMAGES, some):
        print(made.relative_to(ROOT))
