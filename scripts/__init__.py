"""What a person runs: the command `simcore`, one file a command."""
