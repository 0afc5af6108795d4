"""How the site is put together: settings, addresses, WSGI, Celery, logs."""
