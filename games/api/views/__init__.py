"""One view a route."""
