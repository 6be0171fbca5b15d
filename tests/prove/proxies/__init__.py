"""The proof `proxies`: the shipped proxy files lead to the server that is ready."""
