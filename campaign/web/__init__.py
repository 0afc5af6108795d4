"""The pages: forms in, pages out; every rule and every write is elsewhere."""
