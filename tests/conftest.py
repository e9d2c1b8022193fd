"""Settings for all tests."""

import pytest
from hypothesis import settings

# The first call of a kernel compiles it, and a suite that is run twice must find the same.
settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: two workers at a time then end at about the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
