"""`python -m app`: the commands, wherever the house was started from."""

from app.cli import main

if __name__ == "__main__":
    main()
