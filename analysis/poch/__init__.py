"""The game of soket and sekans: its logs, and the numbers made of them."""
