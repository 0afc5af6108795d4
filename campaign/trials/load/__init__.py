"""`manage.py load`: the busiest minute of a site, made by many clients at once.

The site's own programs run on ground of their own: web server, workers, beat, Redis and a
database. Everybody hands in within the last two seconds before one deadline while others
read the map, and later a hundred campaigns are due at once. Then it is counted what was lost.
"""
