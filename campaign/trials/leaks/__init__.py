"""Look for what the pages, the API and mails tell somebody who may not know it.

Whole matches and campaigns are played at random. At many points something is changed that one
viewer may not know (``match_secrets``, ``campaign_secrets``), in a transaction that is undone;
whatever that viewer can read and try (``reads``) must be the same to the byte (``compare``).
"""
