"""`python -m app`: the commands, wherever the server was started from."""

from app.cli import main

if __name__ == "__main__":
    main()
