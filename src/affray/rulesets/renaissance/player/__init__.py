"""The simple computer player of Renaissance. Rules never import it.

`attacks` asks the rules' stages what attacks come to, `moves` looks for places to stand, `turns`
chooses actions, `simple` answers questions, and `weights` has the numbers that were tuned.
"""
