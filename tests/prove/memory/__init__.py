"""The proof `memory`: what ended is freed by reference counts alone."""
