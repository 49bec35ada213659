"""How a fight begins: from a scenario, from a tape, or as a branch of another fight."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Sequence
from functools import cache

from affray.api import scenario_of_tape
from affray.core.problems import data_error, unknown_name
from affray.core.tape import TapeError
from affray.library import Scenario, scenario_texts
from affray.players import player_factories
from affray.store import JournalLine, StoredFight, answer_lines, secret_digest
from affray.version import VERSION
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import BranchRequest, LinksResponse, NewFightRequest, NewTapeRequest
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.fight_play import IN_REQUEST, FightPlay
from affray.web.rooms.links import FightLinks, new_secret
from affray.web.rooms.playing import PASSIVE, Budget
from affray.web.rooms.room import Room
from affray.web.rooms.shared_scenarios import SHARED_SCENARIOS
from affray.web.rooms.table_state import PERSON, Json, table_line
from affray.web.scenarios.reading import read_tape_text
from affray.web.scenarios.toml_editing import edit_toml
from affray.web.settings import Settings
from affray.web.workers.worker_pools import WorkerPools

FIGHT_BURST = 60
"""New fights of one address at once."""


class Beginnings:
    """Begins fights and plays each to its first question for a person."""

    def __init__(
        self, play: FightPlay, links: FightLinks, settings: Settings, pools: WorkerPools
    ) -> None:
        self.play = play
        self.rooms = play.rooms
        self.store = play.rooms.store
        self.background = play.rooms.background
        self.links = links
        self.settings = settings
        self.pools = pools
        rate = settings.new_fights_per_minute / 60 if settings.rate > 0 else 0
        self._new_fights = RateLimiter(rate, FIGHT_BURST)

    async def begin_fight(self, request: NewFightRequest, address: str = "") -> LinksResponse:
        """Begin a fight from a scenario."""
        self._count_new_fight(address)
        text, name = request.scenario, request.name
        await self.admit_scenario(text, name, address)
        shared = await self.background.in_thread(SHARED_SCENARIOS.get, text, name)
        if request.gm != PASSIVE and not shared.scenario.setup.has_game_master:
            text = await self.background.in_thread(with_game_master, text)
            shared = await self.background.in_thread(SHARED_SCENARIOS.get, text, name)
        players = check_players_of_sides(shared.scenario, request.players)
        seed = request.seed if request.seed is not None else secrets.randbits(64)
        chosen = request.seed is not None
        stored = new_stored_fight(
            text, name, shared.scenario, seed, players, request.gm, seed_chosen=chosen
        )
        first = [] if request.friends is None else [gathering_line(players, request.friends)]
        return await self._create(stored, [], address, first)

    async def admit_scenario(self, text: str, name: str, address: str) -> None:
        """Have a scenario read by a worker, where it can do no harm, or raise InvalidDataError."""
        if not (text in built_in_texts() or SHARED_SCENARIOS.has(text, name)):
            limit = self.settings.scenario_limit
            await self.pools.read("admit_scenario", (text, name, limit), address)

    async def import_tape(self, request: NewTapeRequest, address: str = "") -> LinksResponse:
        """Begin a fight from a tape, for all sides to be played on by people."""
        self._count_new_fight(address)
        settings = self.settings
        arguments = (request.tape, request.name, settings.scenario_limit, settings.answer_limit)
        await self.pools.read("admit_tape", arguments, address)
        tape = await self.background.in_thread(
            read_tape_text, request.tape, request.name, settings.answer_limit
        )
        scenario = await self.background.in_thread(scenario_of_tape, tape, request.name)
        players = tuple(PERSON for _ in scenario.sides)
        seed = secrets.randbits(64)
        stored = new_stored_fight(tape.scenario, request.name, scenario, seed, players, PERSON)
        return await self._create(stored, [answer.text() for answer in tape.answers], address)

    async def branch(
        self, fight: str, role: str, request: BranchRequest, address: str = ""
    ) -> LinksResponse:
        """Begin another fight as this one began, with dice of its own from there on."""
        self._count_new_fight(address)
        room = await self.rooms.open(fight)
        room.check_not_frozen()
        check_nothing_hidden(room, role, "branch from it")
        if request.at > len(room.tape):
            raise data_error(f"the fight has {len(room.tape)} answers", "at")
        most = self.settings.onlooker_branches
        if room.table.is_onlooker(role) and most:
            if await self.background.in_thread(self.store.count_branches, fight) >= most:
                raise TooManyRequestsError(
                    f"onlookers have made {most} branches of this fight; no more are stored", 60
                )
        old = room.stored
        stored = new_stored_fight(
            old.scenario,
            old.name,
            room.scenario,
            secrets.randbits(64),
            check_players_of_sides(room.scenario, request.players or list(old.players)),
            request.gm or old.gm,
            (old.id, request.at),
        )
        return await self._create(stored, room.tape[: request.at], address)

    def _count_new_fight(self, address: str) -> None:
        wait = self._new_fights.take(address)
        if wait > 0:
            raise TooManyRequestsError("too many new fights from this address", wait)

    async def _create(
        self,
        stored: StoredFight,
        tape: list[str],
        address: str,
        first: Sequence[JournalLine] = (),
    ) -> LinksResponse:
        """Play a new fight on to its first question, and store it."""
        sides = [new_secret() for _ in stored.players]
        links = {"gm": new_secret(), "onlooker": new_secret()}
        links |= {f"side {side}": secret for side, secret in enumerate(sides)}
        lines = [*first, *answer_lines(tape)]
        try:
            room = await self.background.in_thread(self._start_room, stored, lines, links)
        except TapeError as error:
            raise data_error(str(error), "", stored.name) from None
        digests = {secret_digest(secret): role for role, secret in links.items()}
        self.links.remember(stored.id, digests)
        self.rooms.note_address(stored.id, address)
        self.rooms.add(room)
        if room.is_unfinished():
            self.play.auto.play(stored.id)
        return LinksResponse(id=stored.id, gm=links["gm"], onlooker=links["onlooker"], sides=sides)

    def _start_room(
        self, stored: StoredFight, lines: list[JournalLine], links: dict[str, str]
    ) -> Room:
        room = Room.begin(stored, lines)
        if room.can_advance():
            step = room.advance(self.settings.answer_limit, Budget(*IN_REQUEST))
            lines += step.lines
            room.apply(step)
        self.store.create(
            stored,
            lines,
            links,
            room.log_text(),
            room.is_unfinished(),
            self.settings.lease_seconds,
        )
        return room


def gathering_line(players: Sequence[str], friends: Sequence[int]) -> JournalLine:
    """Return the first line of a fight that begins when friends have joined."""
    for side in friends:
        if side >= len(players):
            raise data_error(f"sides are from 0 to {len(players) - 1}", "friends")
        if players[side] != PERSON:
            raise data_error(f"side {side} is played by {players[side]}", "friends")
    change: Json = {"do": "set", "is_gathering": True, "is_open": True}
    return table_line({**change, "friends": sorted(set(friends))})


def check_nothing_hidden(room: Room, role: str, what: str) -> None:
    """Raise ForbiddenError if something is hidden from a role that would see all by this."""
    if room.news.view(role) is not None:
        raise ForbiddenError(
            f"something is hidden in this fight, so only the game master can {what}"
        )


@cache
def built_in_texts() -> frozenset[str]:
    """Return the built-in scenarios' files, which need no check before they are read."""
    return frozenset(scenario_texts().values())


def with_game_master(text: str) -> str:
    """Return a scenario's file with a game master."""
    return edit_toml(text, {**tomllib.loads(text), "game_master": True})


def check_players_of_sides(scenario: Scenario, given: list[str] | None) -> tuple[str, ...]:
    """Return who plays each side. Raises InvalidDataError."""
    if given is None:
        return tuple(PERSON for _ in scenario.sides)
    if len(given) != len(scenario.sides):
        raise data_error(f"the scenario has {len(scenario.sides)} sides", "players")
    for number, name in enumerate(given):
        if name != PERSON:
            check_player(name, f"players.{number}")
    return tuple(given)


def check_player(name: str, key: str) -> None:
    """Check that a player is given by its plain name, without a time to think."""
    if name not in player_factories():
        raise data_error(unknown_name("player", name, player_factories()), key)


def new_stored_fight(
    text: str,
    name: str,
    scenario: Scenario,
    seed: int,
    players: tuple[str, ...],
    gm: str,
    parent: tuple[str, int] | None = None,
    seed_chosen: bool = False,
) -> StoredFight:
    """Return the beginning of a new fight."""
    return StoredFight(
        id=secrets.token_hex(12),
        name=name,
        scenario=text,
        ruleset=scenario.ruleset.name,
        revision=scenario.ruleset.revision,
        version=VERSION,
        seed=seed,
        players=players,
        gm=gm,
        parent=parent[0] if parent else None,
        parent_at=parent[1] if parent else None,
        seed_chosen=seed_chosen,
    )
