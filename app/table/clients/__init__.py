"""Connected clients: what each may see, what waits for it, who is present. Imports match and below."""
