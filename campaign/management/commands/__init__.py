"""One command a module; each only calls services."""
