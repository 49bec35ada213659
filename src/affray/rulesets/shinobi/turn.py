"""An activation: a move, then one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.shinobi import keywords, log, ranged, verbs
from affray.rulesets.shinobi.close import close_attack, close_hindrance
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.movement import move
from affray.rulesets.shinobi.status import hide, passes_test, reveal, suffer_poison

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

SEARCH_RANGE: Final[i64] = 3
"""The largest distance at which a hidden model can be searched for [status.stealth]."""

FEWER_DICE: Final[i64] = 2
"""How many dice a sweep, or another blow of a gale, costs [keywords.profiles]."""

WAIT: Final = Option("wait", "wait", "Do nothing", rules=("turn.activation",), cost="free")
RUN: Final = Option("run", "run", "Run: move again", rules=("turn.activation",), cost="action")
STEALTH: Final = Option("stealth", "stealth", "Hide", rules=("status.stealth",), cost="action")
SWEEP: Final = Option(
    "sweep",
    "sweep with blade",
    "Attack everybody in front with two dice fewer",
    rules=("keywords.profiles",),
    cost="action",
)
ENOUGH: Final = Option(
    "enough", "enough", "No further blow", rules=("keywords.profiles",), cost="free"
)

MOVE_AND_ACTION: Final = "a move, then an action"
MOVE_OR_ACTION: Final = "a move or an action"
ACTION: Final = "an action"
"""The rest of an activation, in words."""

ONLY_MOVE: Final = Option(
    "move", "move", "Move, and do nothing else", rules=("status.stunned",), cost="action"
)
ONLY_ACT: Final = Option(
    "act", "act", "Act where it stands", rules=("status.stunned",), cost="move"
)


@mypyc_attr(acyclic=True)
class ActivateQuestion(Question):
    """Ask a side which of its models to activate."""

    def __init__(self, fight: ShinobiFight, side: i64) -> None:
        super().__init__("activate", side, NOBODY, None, asked_again=True)
        self.fight: Final = fight

    def list_options(self) -> list[Option]:
        """List all models on the board that have not acted this round."""
        activate = self.fight.scene.activate
        return [activate[one.index] for one in self.fight.teams[self.side] if one.is_waiting()]


def activate(fight: ShinobiFight, who: Model) -> None:
    """Let a model move, then take one action [turn.activation].

    A model that was stunned has only one of the two.
    """
    who.spaces_moved = 0
    was_stunned = who.stun_tokens > 0
    fight.acting = who.index
    fight.turn_left = MOVE_OR_ACTION if was_stunned else MOVE_AND_ACTION
    log.does(fight, "acts", who, "turn.activation")
    if was_stunned:
        recover(fight, who)
    may_act = True
    if not was_stunned:
        may_act = move(fight, who)
    elif moves_rather_than_acts(fight, who):
        may_act = False
        only_move(fight, who)
    if may_act and who.is_present():
        fight.turn_left = ACTION
        act(fight, who)
    if who.poisoned and who.is_present():
        suffer_poison(fight, who)
    fight.acting = NOBODY
    fight.turn_left = ""


def recover(fight: ShinobiFight, who: Model) -> None:
    """Take all stun tokens off a model that is activated."""
    who.stun_tokens = 0
    log.does(fight, "recovers", who, "status.stunned")


def only_move(fight: ShinobiFight, who: Model) -> None:
    """Let a model that was stunned move instead of acting.

    If its space, facing and stealth stay as they were, the log says that it waits.
    """
    cell, facing, hidden = who.cell, who.facing, who.hidden
    arrived = move(fight, who)
    is_as_before = cell == who.cell and facing == who.facing and hidden == who.hidden
    if arrived and is_as_before:
        log.does(fight, "waits", who, "turn.activation")


def moves_rather_than_acts(fight: ShinobiFight, who: Model) -> bool:
    """Ask a model that was stunned whether to move or to act."""
    options = [ONLY_MOVE, ONLY_ACT]
    return fight.ask(Question("recover", who.side, who.index, options, default=1)) is ONLY_MOVE


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """Ask a model for its action."""

    def __init__(self, fight: ShinobiFight, who: Model) -> None:
        super().__init__("turn", who.side, who.index, None, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = who

    def default_option(self) -> Option:
        """Return the option to do nothing."""
        return WAIT

    def list_options(self) -> list[Option]:
        """List everything the model can do now, doing nothing first."""
        return action_options(self.fight, self.actor)


def action_options(fight: ShinobiFight, who: Model) -> list[Option]:
    """List waiting, running, hiding, every attack, searching, and a keyword's action."""
    found = [WAIT]
    if who.movement > 0:
        found.append(RUN)
    if not who.hidden:
        found.append(STEALTH)
    for target in fight.enemies[who.side]:
        if target.is_present():
            list_attacks(fight, who, target, found)
    if who.has(keywords.SWEEP) and swept_by(fight, who):
        found.append(SWEEP)
    return found


def list_attacks(fight: ShinobiFight, who: Model, target: Model, found: list[Option]) -> None:
    """List what a model can do to an enemy from where it stands."""
    scene = fight.scene
    if not close_hindrance(fight, who, target):
        found.append(scene.attack[target.index])
    if who.range > 0 and not ranged.shot_hindrance(fight, who, target):
        found.append(scene.shoot[target.index])
    if not ranged.throw_hindrance(fight, who, target):
        found.append(scene.throw[target.index])
    if who.has(keywords.CURSE) and not curse_hindrance(fight, who, target):
        found.append(scene.curse[target.index])
    if target.hidden and fight.spaces(who.cell, target.cell) <= SEARCH_RANGE:
        found.append(scene.search[target.index])


def curse_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Return why a model cannot curse another, or an empty text."""
    if target.cursed:
        return log.CURSED
    return ranged.line_hindrance(fight, who, target, ranged.THROW)


def act(fight: ShinobiFight, who: Model) -> None:
    """Ask for one action and do it."""
    while who.is_present():
        chosen = fight.ask(ActionQuestion(fight, who))
        if chosen is not RULED:
            perform(fight, who, chosen)
            return


def perform(fight: ShinobiFight, who: Model, chosen: Option) -> None:
    """Perform the chosen action."""
    verb = chosen.verb
    if verb == verbs.ATTACK:
        attack(fight, who, chosen)
    elif verb == verbs.RANGED:
        ranged.ranged_attack(fight, who, fight.models[chosen.target])
    elif verb == verbs.SHURIKEN:
        ranged.throw_shuriken(fight, who, fight.models[chosen.target])
    elif chosen is RUN:
        run(fight, who)
    elif chosen is STEALTH:
        hide(fight, who)
    elif verb == verbs.SEARCH:
        search(fight, who, fight.models[chosen.target])
    elif chosen is SWEEP:
        sweep(fight, who)
    elif verb == verbs.CURSE:
        curse(fight, who, fight.models[chosen.target])
    else:
        log.does(fight, "waits", who, "turn.activation")


@mypyc_attr(acyclic=True)
class BlowQuestion(Question):
    """Ask the model whether to make another blow of a gale, with fewer dice."""

    def __init__(self, who: Model, options: list[Option], penalty: i64) -> None:
        super().__init__("again", who.side, who.index, options)
        self.penalty: Final[i64] = penalty


def attack(fight: ShinobiFight, who: Model, chosen: Option) -> None:
    """Make a close attack; a gale of blows makes another while dice remain [keywords.profiles]."""
    close_attack(fight, who, fight.models[chosen.target])
    penalty = FEWER_DICE
    while who.has(keywords.GALE) and who.is_able() and who.attack > penalty:
        options = [ENOUGH]
        for target in fight.enemies[who.side]:
            if target.is_present() and not close_hindrance(fight, who, target):
                options.append(fight.scene.attack[target.index])
        again = fight.ask(BlowQuestion(who, options, penalty))
        if again.verb != verbs.ATTACK or not who.is_able():
            return
        close_attack(fight, who, fight.models[again.target], penalty)
        penalty += FEWER_DICE


def swept_by(fight: ShinobiFight, who: Model) -> list[Model]:
    """List the enemies in the front of a model's zone."""
    found: list[Model] = []
    for cell in fight.board.zones[who.cell]:
        index = fight.positions.models[cell]
        if index >= 0 and fight.models[index].side != who.side:
            if not fight.board.is_behind(who.cell, who.facing, cell):
                found.append(fight.models[index])
    return found


def sweep(fight: ShinobiFight, who: Model) -> None:
    """Attack every enemy in front with fewer dice, one after the other, until hurt
    [keywords.profiles]."""
    for target in swept_by(fight, who):
        if who.is_able() and target.is_present() and not close_hindrance(fight, who, target):
            close_attack(fight, who, target, FEWER_DICE)


def run(fight: ShinobiFight, who: Model) -> None:
    """Move again."""
    log.does(fight, "runs", who, "turn.activation")
    move(fight, who, running=True)


def search(fight: ShinobiFight, who: Model, target: Model) -> None:
    """Roll one die that finds a hidden model on one of the searcher's own elements."""
    if passes_test(fight, who, f"to find {target.name}", ("status.stealth",)):
        reveal(fight, target, f"{who.name} finds it", "status.stealth")


def curse(fight: ShinobiFight, who: Model, target: Model) -> None:
    """Curse an enemy within three spaces and in sight [keywords.profiles]."""
    target.cursed = True
    log.cursed(fight, target, who)
