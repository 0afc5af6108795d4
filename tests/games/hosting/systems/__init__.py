"""Rule systems that only the tests of hosting know."""
