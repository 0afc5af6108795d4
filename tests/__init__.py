"""The suite: see tests/README.md."""
