"""Connected clients: views, outboxes, presence, chat and broadcast. Imports match and below."""
