"""The simple computer player of Renaissance. Rules never import it.

`appraisal` asks the rules' stages what attacks come to, `view` looks at one decision of one
fighter, `turns` chooses actions, and `simple` answers questions.
"""
