"""The command `affray serve`."""

from __future__ import annotations

import os
import socket
from ipaddress import ip_address
from typing import Annotated

from typer import Option

from affray.cli.options import DEFAULT_STORE, PortOption, StoreOption, service_setting
from affray.cli.output import say
from affray.core.problems import data_error

LOCAL_HOST = "127.0.0.1"

LAN_WARNING = (
    "Everybody in this network can open the page, begin fights and try codes. What is sent is not "
    "encrypted, so use it in a network you trust; Ctrl-C ends it."
)


def command(
    host: Annotated[
        str, service_setting("--host", "ADDRESS", "The address to listen at.")
    ] = LOCAL_HOST,
    lan: Annotated[
        bool,
        Option("--lan", help="Listen at this machine's address in its network, for friends."),
    ] = False,
    port: PortOption = 8000,
    store: StoreOption = DEFAULT_STORE,
    rate: Annotated[
        float, service_setting("--rate", "N", "Requests a second from one address; 0: any.", 0)
    ] = 40.0,
    burst: Annotated[
        int, service_setting("--burst", "N", "Requests from one address at once.", 1)
    ] = 400,
    jobs: Annotated[
        int, service_setting("--jobs", "N", "Simulations at once.", 1, 64, "AFFRAY_JOB_LIMIT")
    ] = 3,
    processes: Annotated[
        int,
        Option(
            "--processes",
            metavar="N",
            envvar="AFFRAY_PROCESSES",
            min=1,
            max=64,
            help="Processes that serve, on a PostgreSQL database.",
        ),
    ] = 1,
    metrics: Annotated[
        str,
        service_setting(
            "--metrics", "ADDRESS:PORT", "Where Prometheus finds figures; nowhere if not given."
        ),
    ] = "",
    log_level: Annotated[
        str, service_setting("--log", "LEVEL", "debug, info, warning or error.")
    ] = "info",
) -> None:
    """Serve the page where fights are played, watched and studied.

    Every option, and every other setting, can be given by an environment variable too:
    AFFRAY_STORE, AFFRAY_EXPIRE_DAYS and so on (docs/hosting.md).

    Example: affray serve --store postgresql://affray@localhost/affray
    """
    if log_level not in ("debug", "info", "warning", "error"):
        raise data_error(f"expected debug, info, warning or error, not {log_level!r}", "--log")
    from sqlalchemy.exc import SQLAlchemyError

    from affray.web.page.index import build_note
    from affray.web.server import check_store_is_shared, serve, serve_processes
    from affray.web.settings import Settings, settings_from_environment

    if lan:
        if host != LOCAL_HOST:
            raise data_error("give --lan or --host, not both", "--lan")
        host = lan_address()
    shown_host = f"[{host}]" if ":" in host else host
    address = f"http://{shown_host}:{port}"
    shown_store = without_password(store)
    if processes > 1:
        check_store_is_shared(store)
    say(f"Affray is at {address}/\nFights are kept in {shown_store}; Ctrl-C stops.")
    if lan:
        say(LAN_WARNING, "yellow")
    if build_note():
        say(build_note(), "yellow")
    try:
        settings = Settings(
            **{
                **settings_from_environment(os.environ),
                "store": store,
                "rate": rate,
                "burst": burst,
                "job_limit": jobs,
                "metrics": metrics,
                **({"public_address": address} if lan else {}),
            }
        )
        if processes > 1:
            serve_processes(processes, host, port, settings, log_level)
        else:
            serve(host, port, settings, log_level)
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        raise data_error(f"the store cannot be opened: {reason}", "--store") from None


def lan_address() -> str:
    """The address of this machine in its network, or InvalidDataError where it has none.

    A socket that is connected says from where it would send; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            found = ""
    if not found or ip_address(found).is_loopback or ip_address(found).is_unspecified:
        raise data_error("this machine is in no network; give its address with --host", "--lan")
    return found


def without_password(address: str) -> str:
    """A store's address as it may be shown."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError

    try:
        url = make_url(address)
        if url.get_backend_name() not in ("sqlite", "postgresql") or not url.database:
            raise ArgumentError
        return url.render_as_string(hide_password=True)
    except (ArgumentError, NoSuchModuleError):
        raise data_error(
            f"{address!r} is no address; expected sqlite:///FILE or postgresql://…", "--store"
        ) from None
