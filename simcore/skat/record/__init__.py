"""Recorded games: lines of the International Skat Server read, judged by the rules, and written."""
