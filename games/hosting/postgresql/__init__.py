"""Django's PostgreSQL backend with fewer questions to the server; the name for ``ENGINE``."""
