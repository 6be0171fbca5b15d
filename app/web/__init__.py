"""HTTP and sockets: cookies into people, forms into commands, notices into frames. No rules, no SQL."""
