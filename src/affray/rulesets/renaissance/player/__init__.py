"""The simple player of Renaissance. Rules never import it.

`simple` answers questions. `turns` chooses what to do, `attacks` what to strike at, `positions`
where to go. `estimates` says what an attack can be expected to do, by `codes` of all it depends
on; `surroundings`, `routes` and `lines` are what the map and those on it offer. `mind` keeps what
was worked out, for all fights of a scenario.
"""
