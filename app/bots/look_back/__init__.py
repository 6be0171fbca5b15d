"""Looking back at a seat's decisions, judged by the search from what the seat could see then.

`decisions` finds what was chosen between; `trials` plays the choices on in imagined deals;
`looking_back` says which decision is tried next, and which stand out in the end.
"""
