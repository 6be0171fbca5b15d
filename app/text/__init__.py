"""Text that people type: sanitising, and names that look alike. Imports nothing of ours."""
