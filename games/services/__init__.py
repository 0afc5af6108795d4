"""What people, bots and the clock do to a match: one function each, one transaction each."""
