"""Every account knows what its name looks like; where two look alike, the older one keeps it."""

from django.db import migrations, models

from games.engine.names import look


def look_at_names(apps, schema_editor):
    User = apps.get_model("campaign", "User")
    seen = set()
    for user in User.objects.order_by("pk").only("username").iterator():
        mine = look(user.username)
        if mine not in seen:
            seen.add(mine)
            User.objects.filter(pk=user.pk).update(look=mine)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0008_factions"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="look",
            field=models.CharField(default="", editable=False, max_length=600),
        ),
        migrations.RunPython(look_at_names, migrations.RunPython.noop, elidable=False),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look", ""), _negated=True),
                fields=("look",),
                name="user_look_unique",
            ),
        ),
    ]
