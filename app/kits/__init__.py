"""Code that several games share. It knows the values of app/rules, and no game.

next_state.py    the next state of a match: the last one with what has changed
constraints.py   the facts that a view proves of unseen cards
unseen_cards.py  draws a place for each unseen card, so that the constraints are kept
count_table.py   the same question by numbers: places that are alike, cards that are alike
exact_plan.py    counts all arrangements of such a table, and draws one
exchange_chain.py  draws one where there is too much to count; nearly evenly
"""
