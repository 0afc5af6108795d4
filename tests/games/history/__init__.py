"""What is kept of matches, and who may know it."""
