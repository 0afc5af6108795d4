"""A toy with hidden hands and simultaneous answers, to test the engine with."""
