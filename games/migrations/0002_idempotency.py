"""Take over the answers kept for repeated requests: the table and its rows stay as they are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0004_rosterdraft'),
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='IdempotencyRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=80)),
                        ('fingerprint', models.CharField(max_length=64)),
                        ('status', models.PositiveSmallIntegerField()),
                        ('body', models.JSONField()),
                        ('headers', models.JSONField(default=dict)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'campaign_idempotencyrecord',
                        'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_answer_per_key')],
                    },
                ),
            ],
        ),
    ]
