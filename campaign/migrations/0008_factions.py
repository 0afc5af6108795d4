"""A kingdom chooses its army in skirmishes with its banner."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0007_contest"),
    ]

    operations = [
        migrations.AddField(
            model_name="kingdom",
            name="faction",
            field=models.CharField(
                blank=True, default="", max_length=40, verbose_name="army in skirmishes"
            ),
        ),
        migrations.AddField(
            model_name="kingdom",
            name="faction_wish",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
