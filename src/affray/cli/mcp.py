"""The command `affray mcp`."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Annotated

from typer import Option

from affray.cli.options import DEFAULT_STORE, PortOption, StoreOption
from affray.core.problems import data_error

NEEDED_PACKAGES = ("mcp", "fastapi", "uvicorn", "sqlalchemy")


def command(
    http: Annotated[
        bool,
        Option("--http", help="Serve over HTTP on this machine, instead of standard input."),
    ] = False,
    port: PortOption = 8000,
    store: StoreOption = DEFAULT_STORE,
    token: Annotated[
        str,
        Option(
            "--token",
            metavar="TEXT",
            envvar="AFFRAY_MCP_TOKEN",
            help="With --http: only for those who send it as a bearer token.",
        ),
    ] = "",
) -> None:
    """Let a language model lead fights, by tools of the Model Context Protocol.

    The page is served beside it, so that people follow or take a seat. Every setting of the
    service can be given by its environment variable (docs/hosting.md).

    Examples: affray mcp --store sqlite:///fights.db
              affray mcp --http --port 8000
    """
    missing = [name for name in NEEDED_PACKAGES if find_spec(name) is None]
    if missing:
        raise data_error(
            f"the referee needs {', '.join(missing)}, which is not installed; "
            "try:  pip install 'affray[mcp]'"
        )
    from sqlalchemy.exc import SQLAlchemyError

    from affray.cli.output import print_errors
    from affray.referee.transports import HOST, PATH, run_http, run_stdio
    from affray.web.settings import Settings, settings_from_environment

    settings = Settings(**{**settings_from_environment(os.environ), "store": store})
    try:
        if http:
            print_errors([f"The referee is at http://{HOST}:{port}{PATH}; Ctrl-C stops."])
            run_http(settings, port, token)
        else:
            run_stdio(settings, port)
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        raise data_error(f"the store cannot be opened: {reason}", "--store") from None
