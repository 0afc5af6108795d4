"""A toy in turns with sheets, to test the engine with."""
