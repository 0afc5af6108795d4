"""The use cases: one function each, one transaction each. The only writers of rows.

Reads for pages and the API are in ``selectors``; who may do what is in ``policy``;
every deadline is worked out in ``deadlines``.
"""
