"""Tools for maintainers; never in the wheel."""
