"""Bidding systems: what each counts in a hand, one idea a file; `chain` calls the one asked for."""
