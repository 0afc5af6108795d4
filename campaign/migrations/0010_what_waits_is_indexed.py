"""What waits is found by its state and time, however much has been done before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0009_user_look"),
        ("games", "0007_seat_labels"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outbox",
            name="not_before",
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name="phase",
            name="due_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="outbox",
            index=models.Index(fields=["status", "not_before"], name="outbox_by_status"),
        ),
        migrations.AddIndex(
            model_name="phase",
            index=models.Index(fields=["status", "due_at"], name="phase_by_status"),
        ),
    ]
