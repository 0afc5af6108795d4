"""Messages about matches wait in the outbox beside those about campaigns."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0005_idempotency_to_games'),
        ('games', '0002_idempotency'),
    ]

    operations = [
        migrations.AddField(
            model_name='outbox',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match'),
        ),
        migrations.AddField(
            model_name='outbox',
            name='turn',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='outbox',
            name='campaign',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaign.campaign'),
        ),
        migrations.AddConstraint(
            model_name='outbox',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('campaign__isnull', False), ('match__isnull', True)), models.Q(('campaign__isnull', True), ('match__isnull', False)), _connector='OR'), name='message_about_one_thing'),
        ),
    ]
