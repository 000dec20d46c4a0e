"""`python -m lumarium` is the command `lumarium`."""

from lumarium.cli import main

if __name__ == "__main__":
    main()
