"""Fixed strategies: rules as small named functions, numbers in the player's record."""
