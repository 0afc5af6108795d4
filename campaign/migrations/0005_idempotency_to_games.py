"""Give the answers kept for repeated requests to ``games``; its table and rows stay."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0004_rosterdraft'),
        ('games', '0002_idempotency'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name='IdempotencyRecord')],
        ),
    ]
