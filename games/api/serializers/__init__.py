"""The bodies that are sent and answered."""
