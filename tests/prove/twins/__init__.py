"""Twin runs: two evenings in worlds that a viewer cannot tell apart, and every byte that could reach that viewer compared."""
