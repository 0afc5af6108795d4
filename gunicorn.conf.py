"""What gunicorn itself must know, however it is started from this directory.

By itself it believes a proxy on the same machine, and so any client behind one that passes
headers on: ``X-Forwarded-Proto``, and even ``SCRIPT_NAME``. Whom to believe is the site's to
say (``WINTERTIDE_PROXIES``).
"""

forwarded_allow_ips = ""
