"""What proves the site rather than serving it: `manage.py chaos`, `load` and `bench`.

All work on ground of their own (a temporary directory with its own database, Redis
and ``var``) and never touch the site's. Nothing of the site imports this package.
"""
