"""Settings for all tests."""

from hypothesis import settings

# The first call of a kernel compiles it, and a suite that is run twice must find the same.
settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")
