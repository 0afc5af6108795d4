"""What forms call each rule: a short label and a sentence, marked for translation.

Keys are the rule names of ``editions.toml``; ``GROUPS`` names their groups.
"""

from __future__ import annotations

from games.engine.texts import gettext_noop as _

GROUPS = {
    "setup": _("Setup"),
    "summer": _("Summer"),
    "battle": _("Battles"),
    "courts": _("Courts"),
    "winter": _("Winter"),
    "limits": _("Limits"),
    "income": _("Income"),
    "costs": _("Costs"),
    "deploy": _("Room for armies"),
    "scoring": _("Scoring"),
}

LABELS: dict[str, tuple[str, str]] = {
    "snake_draft": (
        _("Snake draft"),
        _("Homelands and first armies are placed in reverse player order."),
    ),
    "first_player_brakes": (
        _("First player brakes"),
        _("A kingdom with more armies than any other orders and deploys all of them first."),
    ),
    "concede": (
        _("Conceding and last stands"),
        _("A side may concede a land battle; the weaker must, unless it makes a last stand."),
    ),
    "strategies": (
        _("Strategies"),
        _("Each lost land battle that was fought teaches the kingdom a strategy card."),
    ),
    "might": (_("Might"), _("Land battles won at the table are worth a point of might.")),
    "winner_advance": (
        _("Winner advances"),
        _("One winning token may move on to an adjacent hex of its kingdom."),
    ),
    "capital_stays_city": (
        _("Lost capitals stay cities"),
        _("A capital that was taken stays a city even when its founder retakes it."),
    ),
    "roads": (
        _("Roads"),
        _("Cities, capitals and bridges spare armies the toll of the terrain."),
    ),
    "lines_of_supply": (
        _("Lines of supply"),
        _(
            "Armies that are not connected to the seat are lost at Recall, and armies deploy "
            "only where it is connected."
        ),
    ),
    "one_build_per_tile": (
        _("One building per hex"),
        _("Each hex takes at most one building a winter; ships and recruits do not count."),
    ),
    "simple_points": (
        _("Simple battles by points"),
        _("In simple battles armies defend with their points and lose them by hits."),
    ),
    "unit_strength": (
        _("Unit strength"),
        _("On the table, units grow by routing others and wither by being routed."),
    ),
    "battle_mode": (
        _("Land battles"),
        _(
            "How land battles are decided: by simple dice, on a real table by your reports, or "
            "by a game played here."
        ),
    ),
    "unfinished": (
        _("Games unfinished at the deadline"),
        _("A battle's game that is not over by then counts as it stands, or dice decide."),
    ),
    "fixed_lists": (
        _("Fixed army lists"),
        _("An army keeps the list it was made with; otherwise each battle may bring a new one."),
    ),
    "battle_objectives": (
        _("Objectives on the table"),
        _("Cities and fortresses give their defender objectives in a battle on the table."),
    ),
    "battle_conditions": (
        _("Battle conditions"),
        _("A die decides what ground and weather a battle on the table is fought in."),
    ),
    "strategy_cards": (
        _("Strategy cards"),
        _("How many strategy cards there are to draw from."),
    ),
    "courts": (
        _("Courts"),
        _("Each Winter, before gold and food are spent, kingdoms may play a game for a stake."),
    ),
    "court_purse": (_("Largest purse"), _("The most gold and food that a court is played for.")),
    "court_favour": (_("Most favour"), _("The most might that a court is played for.")),
    "standing_court": (
        _("Standing court"),
        _("The court that opens by itself each Winter."),
    ),
    "standing_game": (
        _("Game of the standing court"),
        _("What is played there; with more than two kingdoms it is Courtier."),
    ),
    "standing_stake": (
        _("Stake of the standing court"),
        _("What is played for there."),
    ),
    "absent": (
        _("When no sheet is in"),
        _("Hold: armies stand and nothing is bought. Steward: the built-in player takes over."),
    ),
    "max_armies": (_("Most armies"), _("How many armies a kingdom may have.")),
    "years": (_("Years"), _("After how many years the campaign is scored; 0 is endless.")),
    "army_points": (_("Points of a new army"), _("How many points a new army is worth.")),
    "recruits_per_fortress": (
        _("Recruits per fortress"),
        _("How many armies one fortress recruits in a winter."),
    ),
    "tithe_limit": (_("Largest tithe"), _("The most that one tithe may hold.")),
    "village_income": (_("Village income"), _("What each village brings in a winter.")),
    "city_income": (_("City income"), _("What each city brings in a winter, the capital too.")),
    "fortress_income": (_("Fortress income"), _("What each fortress brings in a winter.")),
    "capital_bonus": (_("Capital bonus"), _("What the own capital brings on top of its city.")),
    "village_cost": (_("Cost of a village"), _("Founding a village on an empty hex.")),
    "city_cost": (_("Cost of a city"), _("Turning a village into a city.")),
    "fortress_cost": (_("Cost of a fortress"), _("Turning a village into a fortress.")),
    "capital_cost": (
        _("Cost of a capital"),
        _("Turning a city into the capital, if none is held."),
    ),
    "ship_cost": (_("Cost of a ship"), _("Building a ship in a coast or river city.")),
    "army_cost": (_("Cost of an army"), _("Recruiting an army in a fortress.")),
    "army_food": (_("Food of an army"), _("How much food each army needs in Feed.")),
    "village_room": (_("Room in a village"), _("How many armies may deploy in a village.")),
    "city_room": (_("Room in a city"), _("How many armies may deploy in a city.")),
    "capital_room": (_("Room in a capital"), _("How many armies may deploy in a capital.")),
    "fortress_room": (_("Room in a fortress"), _("How many armies may deploy in a fortress.")),
    "village_score": (_("Village score"), _("What a village counts at the end.")),
    "city_score": (_("City score"), _("What a city counts at the end.")),
    "fortress_score": (_("Fortress score"), _("What a fortress counts at the end.")),
    "capital_score": (_("Capital score"), _("What the capital counts at the end.")),
    "army_score": (_("Army score"), _("What an army counts at the end.")),
}

CHOICES: dict[str, str] = {
    "simple": _("Simple dice"),
    "tabletop": _("On the table"),
    "skirmish": _("Skirmish"),
    "winter_court": _("Winter Court"),
    "winter": _("Winter"),
    "courtier": _("Courtier"),
    "standing": _("As it stands"),
    "none": _("None"),
    "first_two": _("The first two in player order"),
    "all": _("The first four in player order"),
    "honour": _("Honour alone"),
    "precedence": _("Precedence"),
    "pot": _("A purse from the common pot"),
    "favour": _("Favour"),
    "hold": _("Hold"),
    "steward": _("Steward"),
}
"""What forms call the values of rules that are a choice."""
