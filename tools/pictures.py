"""Makes the pictures of the documents from the running page: `make pictures`.

Starts the service on a database of its own, begins a fight of each game with a fixed seed, has the
first option answered a few times, and takes a picture of what is then there. A recording shows
three moments of a fight being played back beside each other: a blow or a shot, the dice, the harm.
The film shows a fight as it is played, as an animated WebP.
`make pictures` makes all of them, `python tools/pictures.py NAME …` some.
"""

from __future__ import annotations

import base64
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


SOMETHING_TO_PRESS = ".choose:visible, .end-turn:visible, .opening, .study-entry"
"""The first thing to press of each view; options of a closed group are not visible."""

ODDS_ARE_THERE = (
    "() => ![...document.querySelectorAll('.option .slot')].some("
    "(slot) => slot.textContent.includes('…'))"
)
"""Whether every option that is shown has its figures."""

STUDY_IS_DONE = "() => document.querySelector('.study-work').hidden"

END_IS_TOLD = (
    "() => document.querySelector('.end-curve:not([hidden]) svg')"
    " && !document.querySelector('.end-story').textContent.includes('Looking back')"
)

PAGES = {"build": "build/{}", "ask": "ask/{}", "rules": "rules/{}/attack.explode"}
"""Views without a fight: their addresses on the page, with what they are about."""


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
    view: str = "fight"
    """The table of a fight, the end or study of one that the computer played, or one of `PAGES`."""


@dataclass(frozen=True)
class Recording:
    """Moments of a fight that is played back, on one screen."""

    name: str
    scenario: str
    seed: int = 5
    width: int = 1280
    height: int = 800
    scheme: str = "light"

    @property
    def part(self) -> str:
        """Return what of the page is shown: all of a phone's, of a desk's the board alone."""
        return ".fight" if self.width < 700 else ".board-frame"


@dataclass(frozen=True)
class Film:
    """A while of a fight that plays itself: the board alone, as it moves."""

    name: str
    scenario: str
    seed: int
    begin: int
    """The frame that it begins with."""
    seconds: float
    width: int = 1180
    height: int = 700


FILM_QUALITY = 38
FILM_STEP = 0.11
"""Seconds between two pictures of a film, where the machine keeps up."""

PICTURES = [
    Picture("mithryn", "causeway", 4),
    Picture("renaissance", "frozen-monastery", 2),
    Picture("renaissance-dark", "frozen-monastery", 2, scheme="dark"),
    Picture("shinobi", "bamboo-grove", 2),
    Picture("shinobi-phone", "bamboo-grove", 2, width=390, height=844),
    Picture("orrery", "gatehouse", 1),
    Picture("olde", "shield-wall", 2),
    Picture("first-page", "", 0),
    Picture("study", "causeway", seed=5, view="study"),
    Picture("end", "causeway", seed=5, view="end"),
    Picture("build", "goblin-gang", view="build"),
    Picture("ask", "goblin-gang", view="ask"),
    Picture("rules", "mithryn", view="rules"),
]

SCENES = {
    "mithryn": "causeway",
    "renaissance": "frozen-monastery",
    "shinobi": "bamboo-grove",
    "orrery": "gatehouse",
    "olde": "ogre-at-the-bridge",
}
"""The scenes that are recorded of each ruleset."""

RECORDINGS = [
    Recording(f"playback-{name}{where}", scenario, width=width, height=height)
    for name, scenario in SCENES.items()
    for where, width, height in (("", 1280, 800), ("-phone", 390, 844))
]

FILMS = [Film("fight", "causeway", 6, 22, 13)]

ROW_STYLE = "body { margin: 0; display: flex; gap: 8px; align-items: flex-start; }"

STRIKES = {"attack", "clash", "throws", "shoots"}

SHOW_MOMENT = """share => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
    for (const one of document.getAnimations()) one.cancel();
    document.body.dispatchEvent(key);
    for (const one of document.getAnimations()) {
        one.pause();
        one.currentTime = share * one.effect.getComputedTiming().endTime;
    }
}"""
"""Steps to the next frame and holds everything that moves at a share of its time."""


def request(path: str, body: Any = None, secret: str = "") -> Any:
    """Return the service's answer."""
    headers = {"content-type": "application/json"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(ADDRESS + path, data, headers), timeout=60
    ) as answer:
        return json.load(answer)


def begin(picture: Picture) -> str:
    """Begin a fight and answer a few questions. Return the page's address for its game master."""
    scenario = request(f"/api/scenarios/{picture.scenario}")["toml"]
    body: dict[str, Any] = {"scenario": scenario, "seed": str(picture.seed)}
    if picture.view in ("study", "end"):
        body["players"] = ["simple", "simple"]
    begun = request("/api/fights", body)
    fight, secret = begun["id"], begun["gm"]
    for _ in range(picture.answers):
        question = request(f"/api/fights/{fight}/question", None, secret)["question"]
        if question is None:
            break
        body = {"number": question["number"], "option": question["options"][0]["key"]}
        request(f"/api/fights/{fight}/answers", body, secret)
    view = "fight" if picture.view == "end" else picture.view
    return f"{ADDRESS}/#/{view}/{fight}/{secret}"


def take(browser: Any, picture: Picture, folder: Path) -> Path:
    """Take one picture."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    try:
        if picture.view in PAGES:
            page.goto(f"{ADDRESS}/#/{PAGES[picture.view].format(picture.scenario)}")
            show_page(page, picture.view)
        else:
            page.goto(begin(picture) if picture.scenario else ADDRESS)
            show_fight(page, picture.view)
        file = folder / f"{picture.name}.png"
        page.screenshot(path=str(file))
        return file
    finally:
        page.close()


def show_page(page: Any, view: str) -> None:
    """Bring a view without a fight to what its picture shows."""
    if view == "ask":
        ask = ".ask-form button[type=submit]"
        page.locator(ask).click()
        page.wait_for_function(f"() => !document.querySelector('{ask}').disabled", timeout=120_000)
    page.wait_for_timeout(2500)


def show_fight(page: Any, view: str) -> None:
    """Bring the table of a fight, its end or its study to what the picture shows."""
    if view == "end":
        page.locator(".open-end").click()
        page.wait_for_function(END_IS_TOLD, timeout=300_000)
        return
    page.locator(SOMETHING_TO_PRESS).first.wait_for(timeout=60_000)
    page.wait_for_function(ODDS_ARE_THERE, timeout=60_000)
    if view == "study":
        page.wait_for_function(STUDY_IS_DONE, timeout=300_000)
        page.locator(".study-entry").first.click()


def moments_of(frames: list[dict[str, Any]]) -> list[tuple[int, float]]:
    """Return three frames of a story with the times at which they are shown.

    They are the last blow before a fighter is first hurt, its dice, and the harm.
    """
    hurt = next(at for at, frame in enumerate(frames) if frame["kind"] == "hurt")
    struck = max(at for at in range(hurt) if frames[at]["kind"] in STRIKES)
    rolled = max(at for at in range(hurt) if frames[at]["rolls"])
    return [(struck, 0.5), (rolled, 0.9), (hurt, 0.45)]


def record(browser: Any, recording: Recording, folder: Path) -> Path:
    """Make one recording: its moments beside each other."""
    scenario = request(f"/api/scenarios/{recording.scenario}")["toml"]
    body = {"scenario": scenario, "seed": str(recording.seed), "players": ["simple", "simple"]}
    begun = request("/api/fights", body)
    story = request(f"/api/fights/{begun['id']}", None, begun["gm"])["story"]
    page = browser.new_page(
        viewport={"width": recording.width, "height": recording.height},
        color_scheme=recording.scheme,
        reduced_motion="no-preference",
        has_touch=recording.width < 700,
    )
    try:
        page.goto(f"{ADDRESS}/#/fight/{begun['id']}/{begun['gm']}")
        page.wait_for_selector(".fight.playing")
        page.keyboard.press("Escape")
        shown = []
        for frame, share in moments_of(story["frames"]):
            page.locator(".timeline input").fill(str(frame - 1))
            page.evaluate("document.activeElement.blur()")
            page.wait_for_timeout(200)
            page.evaluate(SHOW_MOMENT, share)
            page.wait_for_timeout(900)  # dice tumble by themselves
            shown.append(page.locator(recording.part).screenshot())
        images = [f"data:image/png;base64,{base64.b64encode(one).decode()}" for one in shown]
        wide = 390 if recording.width < 700 else 520
        page.set_viewport_size({"width": wide * len(images) + 8 * (len(images) - 1), "height": 200})
        row = "".join(f'<img src="{image}" width="{wide}">' for image in images)
        page.goto("about:blank")
        page.set_content(f"<!doctype html><style>{ROW_STYLE}</style><body>{row}")
        file = folder / f"{recording.name}.png"
        page.screenshot(path=str(file), full_page=True)
        return file
    finally:
        page.close()


def film(browser: Any, wanted: Film, folder: Path) -> Path:
    """Film a fight as it is played."""
    scenario = request(f"/api/scenarios/{wanted.scenario}")["toml"]
    body = {"scenario": scenario, "seed": str(wanted.seed), "players": ["simple", "simple"]}
    begun = request("/api/fights", body)
    page = browser.new_page(viewport={"width": wanted.width, "height": wanted.height})
    try:
        page.goto(f"{ADDRESS}/#/fight/{begun['id']}/{begun['gm']}")
        page.wait_for_selector(".fight.playing")
        page.keyboard.press("Escape")
        page.locator(".timeline input").fill(str(wanted.begin))
        page.evaluate("document.activeElement.blur()")
        page.wait_for_timeout(1500)
        page.get_by_role("button", name="Play from here").click()
        box = page.locator(".viewport").bounding_box()
        clip = {**{key: round(value) for key, value in box.items()}, "scale": 1}
        camera = page.context.new_cdp_session(page)
        options = {"format": "webp", "quality": FILM_QUALITY, "clip": clip}
        taken: list[tuple[float, bytes]] = []
        began = time.monotonic()
        while time.monotonic() < began + wanted.seconds:
            at = time.monotonic()
            shot = camera.send("Page.captureScreenshot", options)["data"]
            taken.append((at, base64.b64decode(shot)))
            page.wait_for_timeout(max(1, 1000 * (at + FILM_STEP - time.monotonic())))
        file = folder / f"{wanted.name}.webp"
        ends = [at for at, _ in taken[1:]] + [time.monotonic()]
        frames = [(shot, end - at) for (at, shot), end in zip(taken, ends, strict=True)]
        file.write_bytes(animated_webp(frames, int(clip["width"]), int(clip["height"])))
        return file
    finally:
        page.close()


PICTURED = {b"VP8 ", b"VP8L", b"ALPH"}
"""The parts of a WebP file that hold what is seen."""


def chunks_of(webp: bytes) -> list[tuple[bytes, bytes]]:
    """Return the parts of a WebP file by name."""
    found = []
    at = 12
    while at < len(webp):
        size = int.from_bytes(webp[at + 4 : at + 8], "little")
        found.append((webp[at : at + 4], webp[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    return found


def animated_webp(frames: list[tuple[bytes, float]], width: int, height: int) -> bytes:
    """Return still WebP pictures with how many seconds each is shown, as one that moves."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return name + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2)

    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    parts = [chunk(b"VP8X", b"\x02\0\0\0" + size), chunk(b"ANIM", b"\xff\xff\xff\xff\0\0")]
    for still, seconds in frames:
        shown = round(1000 * seconds).to_bytes(3, "little")
        picture = b"".join(chunk(name, data) for name, data in chunks_of(still) if name in PICTURED)
        parts.append(chunk(b"ANMF", b"\0" * 6 + size + shown + b"\x02" + picture))
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def wait_for_service(process: subprocess.Popen[bytes]) -> None:
    """Return when the service answers. Raises RuntimeError if it has ended instead."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{ADDRESS}/ready", timeout=5).close()
            return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("the service has not started") from None
            time.sleep(0.1)
    raise RuntimeError("the service does not answer")


def take_pictures(folder: Path, pictures: list[Picture | Recording | Film]) -> list[Path]:
    """Take pictures and recordings into a folder. Return their files."""
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
                files = []
                for one in pictures:
                    if isinstance(one, Picture):
                        files.append(take(browser, one, folder))
                    elif isinstance(one, Film):
                        files.append(film(browser, one, folder))
                    else:
                        files.append(record(browser, one, folder))
                browser.close()
        finally:
            process.terminate()
            process.wait(20)
    return files


if __name__ == "__main__":
    wanted = set(sys.argv[1:])
    every: list[Picture | Recording | Film] = [*PICTURES, *RECORDINGS, *FILMS]
    some = [picture for picture in every if not wanted or picture.name in wanted]
    for made in take_pictures(IMAGES, some):
        print(made.relative_to(ROOT))
