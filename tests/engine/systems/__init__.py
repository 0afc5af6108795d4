"""Toy rule systems: small enough to know every right answer by hand."""
