"""Slow, obvious twins of the compiled rules; they import nothing from simcore."""
