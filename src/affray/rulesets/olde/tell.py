"""How the events and questions of Dungeons of Olde read."""

from typing import Final

PHRASES: Final[dict[str, str]] = {
    "turn": "Turn {turn}",
    "points": "{who} rolls {pool} for Action Points: {dice} = {points}",
    "quicker": "{who} and {other} check Finesse: {dice} = {total} against {others} = "
    "{others_total}: {first} is first",
    "acts": "{who} has {points} AP",
    "moves": "{who} {how} to {place} ({points} AP left)",
    "attack": "{who} {verb} {target} with {arm}{how}",
    "defense": "{who} defends with {pool}: {dice}{made_of} = CR {cr}",
    "helpless": "{who} cannot defend: CR {cr}",
    "strike": "{who} attacks with {pool}: {dice}{made_of} = {total} against {cr}: {result}",
    "damage": "{weapon} {pool}: {dice}{made_of} = {damage} damage",
    "fumble": "{who} {how}",
    "answers": "{who} answers {attacker} with a {how} ({cost} AP)",
    "parry": "{attacker} {theirs}{their_parts} = {cr} against {who} {pool}: {dice}{made_of} = "
    "{total}: {result}",
    "closes in": "{who} tries to get into {target}'s space",
    "check": "{who} checks {stat} {why} with {pool}: {dice}{made_of} = {total} against {cr}: "
    "{result}",
    "hurt": "{who} takes {harm}: {before} → {now} HP",
    "out": "{who} {how}",
    "dies": "{who} dies",
    "stabilised": "{by} stabilises {who}",
    "suffers": "{who} is {condition} ({duration})",
    "recovers": "{who} is no longer {condition}",
    "blocks": "{who} raises the shield to block: +2 Defense until the next Reset",
    "resets": "{who} {how} the crossbow",
    "takes up": "{who} takes up the {weapon}{how}",
    "picks up": "{who} picks up the {weapon}",
    "lies": "The {weapon} lies at {place}",
    "spell": "{who}'s spell {outcome}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "end": "It is over in turn {turns}: {won}",
    "ask.turn": "{who}: what now?",
    "ask.counterattack": "{who}: {about} attacks. Strike first?",
    "ask.parry": "{who}: {about} attacks. Parry?",
    "ask.riposte": "{who}: {about} has attacked. Strike back?",
    "ask.fumble": "{who}: a bad miss. What of it?",
    "ask.spell": "GM: what comes of {who}'s spell?",
}
