"""The command `affray fights`: the fights that were played at this terminal."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from typer import Argument

from affray.cli.fight_folder import KeptFight, folder, list_fights
from affray.cli.options import JsonOption
from affray.cli.output import print_json, print_table, say
from affray.core.problems import data_error, unknown_name

ACTIONS = ("list", "resume", "replay", "delete")


def command(
    action: Annotated[
        str, Argument(metavar="ACTION", help="What to do: list, resume, replay or delete.")
    ] = "list",
    fights: Annotated[
        list[str] | None,
        Argument(metavar="FIGHT…", help="A fight's number in the list, or its name."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List, resume, replay or delete the fights that you played at the terminal.

    Every fight is kept when you leave it and when it ends. Resuming goes on in the same file. The
    environment variable AFFRAY_FIGHTS names another folder for them.

    Examples: affray fights
              affray fights resume 1
              affray fights replay 2
              affray fights delete 3 4
    """
    if action not in ACTIONS:
        raise data_error(unknown_name("action", action, ACTIONS), "ACTION")
    kept = list_fights()
    if action == "list":
        print_fights(kept, as_json)
        return
    chosen = [find_fight(kept, name) for name in fights or []]
    if not chosen or (len(chosen) > 1 and action != "delete"):
        raise data_error(f"say which fight to {action}; see: affray fights", "FIGHT")
    if action == "resume":
        from affray.cli.fight import command as fight

        fight(resume=str(chosen[0].file))
    elif action == "replay":
        from affray.cli.replay import command as replay

        replay(str(chosen[0].file), as_json=as_json)
    else:
        for one in chosen:
            one.delete()
            say(f"{one.file.stem} is deleted.")


def find_fight(kept: list[KeptFight], name: str) -> KeptFight:
    """Return the fight of a number in the list or of a name; raise InvalidDataError for others."""
    if name.isdigit() and 1 <= int(name) <= len(kept):
        return kept[int(name) - 1]
    for one in kept:
        if one.file.stem == name:
            return one
    raise data_error(unknown_name("fight", name, [one.file.stem for one in kept]), "FIGHT")


def print_fights(kept: list[KeptFight], as_json: bool) -> None:
    """Print the fights, the newest first."""
    days = [datetime.fromtimestamp(one.file.stat().st_mtime) for one in kept]
    if as_json:
        print_json(
            [
                {
                    "name": one.file.stem,
                    "file": str(one.file),
                    "title": one.title,
                    "players": one.players,
                    "result": one.result,
                    "over": one.is_over,
                }
                for one in kept
            ]
        )
        return
    if not kept:
        say("You have played no fight yet. Begin with:  affray tutorial")
        return
    print_table(
        ["", "name", "fight", "how it stands", "last played"],
        [
            [str(number), one.file.stem, one.title, one.result, f"{day:%Y-%m-%d %H:%M}"]
            for number, (one, day) in enumerate(zip(kept, days, strict=True), 1)
        ],
        right=(0,),
    )
    say(f"They are in {folder()}. Go on with:  affray fights resume NUMBER", "dim")
