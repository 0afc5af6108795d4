"""`manage.py bench`: how fast and how large the site is, beside bare work on the same machine.

Absolute numbers move with the machine; a ratio to a bare view or a bare transaction,
measured in turn with it on the same database, stays. Each figure is the median of
several repeats after a warm-up.
"""
