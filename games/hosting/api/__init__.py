"""What both apps' APIs stand on: one endpoint, one shape of refusals, one table of who may ask.

Each app registers its own table of routes (``routes.register``) and writes its own views.
"""
