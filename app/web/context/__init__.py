"""One request: its account, session, services, and the response to an error."""
