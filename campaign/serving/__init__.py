"""What a bare machine needs to serve the site: Redis, PostgreSQL, a process manager."""
