from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_saved_teams'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='stand_in',
            field=models.CharField(blank=True, default='', max_length=24),
        ),
    ]
