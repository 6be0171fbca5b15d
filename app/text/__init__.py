"""Text that people type: sanitising it and comparing names that look alike. Imports nothing of ours."""
