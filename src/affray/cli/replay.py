"""The command `affray replay`."""

from __future__ import annotations

from pathlib import Path

from affray import api
from affray.cli.fight_log import print_log, print_standing
from affray.cli.options import JsonOption, RulesOption, TapeArgument
from affray.cli.output import print_json, say
from affray.library import read_file


def command(tape: TapeArgument, rules: RulesOption = False, as_json: JsonOption = False) -> None:
    """Play a tape again, as far as it goes.

    Example: affray replay mine.tape
    """
    record = api.replay(read_file(Path(tape)), tape)
    if as_json:
        print_json(record.data())
        return
    print_log(record, rules)
    print_standing(record)
    if not record.fight.is_over():
        say(f"The tape ends here; go on with:  affray fight --resume {tape}", "bold")
