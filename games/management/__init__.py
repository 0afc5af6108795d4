"""Commands for whoever runs the site, about games."""
