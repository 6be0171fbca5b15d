"""Live play: one actor for each room, without games, database or HTTP.

A message goes down this list, from a client's mailbox to the clients' outboxes:

lobby/    opens tables and finds them; what a process knows of all of them
actor/    the task of one table: takes a message, asks a handler, lets it be written and shown
show/     each client's room, frames, chat and shuffles, put together from pieces made once
turn/     the handlers: what one message changes, and the state that writes it and takes it over
clients/  the connections: mailbox, commands that are known again, who is here, outboxes
match/    the match as values: its moments, events, clocks and shuffles
room/     the rules of rooms: seats, members, votes, what each person sees
ports.py  what a table needs from outside: store, clock, chance, bots
model/    the words of the wire and of rooms
"""
