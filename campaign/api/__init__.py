"""The API: everything a page does, for programs. Parse, call one service or selector, answer.

``permissions.ROUTES`` says who may ask what, ``problems`` puts every refusal into one
shape (RFC 9457), ``endpoint`` holds what all routes share.
"""
