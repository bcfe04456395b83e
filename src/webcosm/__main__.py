"""`python -m webcosm`: the command, where its script is not on the path."""

from webcosm.cli import main

if __name__ == "__main__":  # a worker's process imports this file without being asked to run the command again
    main()
