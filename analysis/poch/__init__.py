"""Soket and sekans: its logs, players and charts in numbers a person can use."""
