"""The ten tools of the referee, on the Model Context Protocol's own SDK."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from affray.core.problems import data_error, unknown_name
from affray.referee.library_text import content_text, library_text, rules_text
from affray.referee.referee import Referee
from affray.store import FightNotFoundError
from affray.version import VERSION
from affray.web.refusals import refusal_for, shorten

log = logging.getLogger("affray.referee")

INSTRUCTIONS = """\
You lead fights of tabletop games. The rules run here, so never roll dice or decide what a rule \
decides. `content` lists the scenarios with their sides. `begin` a fight, then `answer` one \
question after another. Each answer tells what happened, with the dice in braces and the rules in \
brackets, and then asks the next question, with the odds of its options. Answer for every side \
that no person plays at the page. "(simple would take 3)" names the choice of the built-in simple \
player. To change what the rules cannot know, `rule` with a reason. If you lose the thread, \
`look`."""

Players = Annotated[
    dict[str, str] | None,
    Field(
        description="the player of each side, such as {'foes': 'simple'}: 'person' (you, or a "
        "person at the seat's link; the default), 'simple', 'strong', 'random' or 'passive'"
    ),
]
FightId = Annotated[str, Field(description="the fight's id", max_length=32)]
QuestionNumber = Annotated[
    int, Field(description="the number of the open question: 'question 7' in the last text", ge=0)
]
OptionName = Annotated[
    str | int, Field(description="the option's number as listed, or its key such as 'end turn'")
]
Short = Annotated[str, Field(max_length=300)]

Lifespan = Callable[[MCPServer[None]], AbstractAsyncContextManager[None]]


class RefereeServer(MCPServer[None]):
    """The server of the tools. A wrong call gets one clear sentence and changes nothing."""

    def __init__(self, lifespan: Lifespan | None = None) -> None:
        super().__init__(
            "affray",
            title="Affray",
            instructions=INSTRUCTIONS,
            version=VERSION,
            log_level="WARNING",
            lifespan=lifespan,
        )
        self.referee: Referee | None = None
        """Who does the work; there as soon as the service has started."""
        tools = RefereeTools(self)
        reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        adds = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
        for tool, hints in (
            (tools.rules, reads),
            (tools.content, reads),
            (tools.scenario, adds),
            (tools.begin, adds),
            (tools.look, reads),
            (tools.answer, adds),
            (tools.rule, adds),
            (tools.back, adds),
            (tools.ask, reads),
            (tools.tape, reads),
        ):
            self.add_tool(tool, annotations=hints, structured_output=False)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; a wrong call gets one sentence."""
        try:
            await self.check_arguments(name, arguments)
            return await super().call_tool(name, arguments, context)
        except Exception as error:
            said = TextContent(type="text", text=sentence_for(error))
            return CallToolResult(content=[said], is_error=True)

    async def check_arguments(self, name: str, arguments: dict[str, Any]) -> None:
        """Raise InvalidDataError for an unknown tool or argument."""
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            raise data_error(unknown_name("tool", name, tools))
        known = tools[name].input_schema["properties"]
        for argument in arguments:
            if argument not in known:
                raise data_error(unknown_name("argument", argument, known), name)


def sentence_for(error: BaseException) -> str:
    """Return a sentence about an error: why, and what to do."""
    if isinstance(error, ToolError) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, FightNotFoundError):
        return f"there is no fight {str(error)[:40]!r}; look without a fight lists the last ones"
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][:1])
        said = "is missing" if first["type"] == "missing" else str(first["msg"])
        return shorten(f"{where}: {said}" if where else said)
    refused = refusal_for(error) if isinstance(error, Exception) else None
    if refused is None:
        log.error("a tool failed", exc_info=error)
        return "this could not be done, by a fault of Affray's; the fight has not changed"
    detail: str = json.loads(bytes(refused.body))["detail"]
    return detail


class RefereeTools:
    """What each tool takes, with its description for the model."""

    def __init__(self, server: RefereeServer) -> None:
        self._server = server

    @property
    def _referee(self) -> Referee:
        assert self._server.referee is not None
        return self._server.referee

    async def rules(
        self,
        words: Annotated[
            str, Field(description="words to look for, or a rule's id", max_length=200)
        ],
        ruleset: Annotated[
            Short, Field(description="the ruleset to search; without it all are searched")
        ] = "",
    ) -> str:
        """Search the rules by words. Returns the best matches with ids, sources and house rules."""
        return rules_text(words, ruleset)

    async def content(
        self,
        ruleset: Annotated[Short, Field(description="a ruleset; without it all are listed")] = "",
        name: Annotated[
            Short, Field(description="a kind such as weapons, or one thing, for its figures")
        ] = "",
    ) -> str:
        """List rulesets with their scenarios and sides, or a ruleset's fighters, weapons, …"""
        if not ruleset and name:
            raise data_error("say of which ruleset", "ruleset")
        return content_text(ruleset, name) if ruleset else library_text()

    async def scenario(
        self,
        name: Annotated[
            str,
            Field(
                description="the name of the new scenario; without toml and base, the name of a "
                "scenario or ruleset whose file to show",
                min_length=1,
                max_length=80,
                pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]*$",
            ),
        ],
        toml: Annotated[
            str, Field(description="the scenario file, in TOML", max_length=100_000)
        ] = "",
        base: Annotated[Short, Field(description="a scenario or ruleset to start from")] = "",
        changes: Annotated[
            dict[str, Any] | None,
            Field(description="new values for keys of base, such as {'sides.0.name': 'us'}"),
        ] = None,
    ) -> str:
        """Show, write or check a scenario. A correct scenario can be begun by its name."""
        return await self._referee.write_scenario(name, toml, base, changes)

    async def begin(
        self,
        scenario: Annotated[
            Short, Field(description="a scenario's name, as content lists it")
        ] = "",
        players: Players = None,
        game_master: Annotated[
            Literal["person", "simple", "passive"],
            Field(description="who decides what the rules leave open; 'person' is you"),
        ] = "person",
        seed: Annotated[
            int | None,
            Field(
                ge=0,
                lt=1 << 63,
                description="a number for the dice: the same seed and answers: the same fight",
            ),
        ] = None,
        tape: Annotated[
            str,
            Field(description="a tape to continue, instead of a scenario", max_length=1_000_000),
        ] = "",
    ) -> str:
        """Begin a fight. Returns its id, links for people, a map and the first question."""
        return await self._referee.begin(scenario, players, game_master, seed, tape)

    async def look(
        self,
        fight: Annotated[
            Short, Field(description="the fight's id; without it the last fights are listed")
        ] = "",
        odds: Annotated[
            bool, Field(description="whether to work out the odds of each option")
        ] = True,
        find: Annotated[Short, Field(description="list only options with this text in them")] = "",
        since: Annotated[
            int | None, Field(ge=0, description="tell everything that happened since this question")
        ] = None,
        links: Annotated[bool, Field(description="return the links for people instead")] = False,
    ) -> str:
        """Return how a fight stands: map, fighters, last lines of the log, question, options."""
        if not fight:
            return await self._referee.list_fights()
        if links:
            return await self._referee.show_links(fight)
        return await self._referee.look(fight, odds, find, since)

    async def answer(
        self,
        fight: FightId,
        question: QuestionNumber,
        option: OptionName,
        words: Annotated[
            str,
            Field(
                description="your description of the action, where words may be given",
                max_length=200,
            ),
        ] = "",
        odds: Annotated[
            bool, Field(description="whether to work out the odds of the next options")
        ] = True,
    ) -> str:
        """Answer the open question. Returns what happened and the next question."""
        return await self._referee.answer(fight, question, option, words, odds)

    async def rule(
        self,
        fight: FightId,
        question: QuestionNumber,
        kind: Annotated[
            Short,
            Field(
                description="what changes: health, state, place, condition, gear, or a kind of the "
                "ruleset (a wrong kind gets the list)"
            ),
        ],
        fighter: Annotated[Short, Field(description="the name of the fighter that changes")],
        value: Annotated[
            Short, Field(description="the new value: 5, down, a place, 'prone' or 'not prone'")
        ],
        reason: Annotated[Short, Field(description="the reason, for the log")],
    ) -> str:
        """Rule as the game master: change one fighter, then the question is asked again."""
        return await self._referee.rule(fight, question, kind, fighter, value, reason)

    async def back(
        self,
        fight: FightId,
        to: Annotated[
            int | None,
            Field(
                ge=0, description="how many answers stay; without it the last decisions are listed"
            ),
        ] = None,
        question: Annotated[
            int | None,
            Field(ge=0, description="the number of the open question; needed to take back"),
        ] = None,
        branch: Annotated[
            bool, Field(description="begin another fight from there, and leave this one as it is")
        ] = False,
    ) -> str:
        """Take answers back, or branch there into another fight with new dice."""
        return await self._referee.go_back(fight, to, question, branch)

    async def ask(
        self,
        what: Annotated[
            Literal["odds", "simulate", "duel"],
            Field(
                description="odds of options, wins in many fights, or the exact chances of a duel"
            ),
        ],
        fight: Annotated[
            Short, Field(description="odds, simulate: the fight to start from, as it stands")
        ] = "",
        scenario: Annotated[
            Short, Field(description="simulate, duel: the scenario to start from")
        ] = "",
        option: Annotated[
            str | int | None, Field(description="odds: one option, to list all its outcomes")
        ] = None,
        fights: Annotated[
            int, Field(ge=1, le=1_000_000, description="simulate: how many fights")
        ] = 2000,
        players: Players = None,
        seed: Annotated[
            int, Field(ge=0, lt=1 << 63, description="simulate: a number for the dice")
        ] = 0,
    ) -> str:
        """Work out figures: odds of options, wins in many fights, or exact chances of a duel."""
        referee = self._referee
        if bool(fight) == bool(scenario):
            raise data_error("name a fight or a scenario, one of the two", "fight")
        if what == "odds":
            if not fight:
                raise data_error("odds are of a fight's open question: name the fight", "fight")
            return await referee.option_odds(fight, option)
        if what == "duel":
            if not scenario:
                raise data_error("a duel is solved from its beginning: name a scenario", "scenario")
            return await referee.solve_duel(scenario, players or {})
        if fight:
            return await referee.simulate_from(fight, fights, players or {}, seed)
        return await referee.simulate(scenario, fights, players or {}, seed)

    async def tape(
        self,
        fight: FightId,
        log: Annotated[bool, Field(description="return the log in words instead")] = False,
    ) -> str:
        """Return the tape, with every roll and answer. Replaying it gives the same fight."""
        return await self._referee.tell(fight) if log else await self._referee.get_tape(fight)
