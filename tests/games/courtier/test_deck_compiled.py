"""The component data as numbers: what the rules look things up in."""

import copy

from games.courtier.deck import DECKS, NONE, compile_deck, house_deck
from games.courtier.deckfile import house_table


def ids(deck, numbers):
    return [deck.courtiers[number] for number in numbers]


def test_board_order_slots_and_coteries_are_those_of_section_3():
    deck = house_deck()

    slots = {name: deck.slots[number] for name, number in deck.courtier_of.items()}
    members = {name: ids(deck, deck.members[n]) for n, name in enumerate(deck.coteries)}

    assert len(deck.courtiers) == 23
    assert sum(deck.slots) == 60
    assert (slots["king"], slots["bishop"], slots["guildmaster"], slots["emeritus"]) == (4, 4, 2, 1)
    assert members["church"] == ["cardinal", "bishop"]
    assert members["commerce"] == ["banker", "merchant", "guildmaster"]
    assert members["minister"] == ["minister"]
    assert deck.courtiers[0] == "king"
    assert deck.courtiers[-1] == "philosopher"


def test_influence_cards_come_first_and_target_what_they_say():
    deck = house_deck()

    king, church, anybody = (
        deck.influence[deck.card_of[name]] for name in ("inf_king", "inf_any_church", "inf_any")
    )

    assert deck.first_power == 31
    assert ids(deck, king.targets) == ["king"]
    assert (king.markers, king.wild, king.empty_only) == (1, False, False)
    assert ids(deck, church.targets) == ["cardinal", "bishop"]
    assert church.wild
    assert ids(deck, anybody.targets) == list(deck.courtiers)
    assert anybody.empty_only


def test_copies_lie_side_by_side_in_file_order():
    deck = house_deck()

    influence, power = ([deck.cards[card] for card in pile] for pile in deck.copies)

    assert DECKS == ("influence", "power")
    assert (len(influence), len(power)) == (48, 44)
    assert influence[:3] == ["inf_king", "inf_king", "inf_prince"]
    assert power[8:12] == ["pow_energetic", "pow_energetic", "pow_energetic", "pow_subversive"]


def test_power_cards_hold_their_steps_in_order():
    deck = house_deck()

    def power(name):
        return deck.power[deck.card_of[name] - deck.first_power]

    flattering = power("pow_flattering")

    assert flattering.choose
    assert [(step.op, step.amount) for step in flattering.steps] == [
        ("place_neutral", 1),
        ("remove_neutral", 1),
    ]
    assert [(step.op, step.amount) for step in power("pow_generous").steps] == [
        ("place_neutral", 2)
    ]
    energetic = power("pow_energetic")
    assert (energetic.extra_play, energetic.extra_plays, energetic.penalty) == ("influence", 2, 2)
    assert power("pow_subversive").lifts
    assert deck.cost[deck.card_of["pow_resourceful_royal"]] == 1
    assert deck.coteries[power("pow_resourceful_royal").steps[0].coterie] == "royal"


def test_petitions_know_their_courtiers_in_the_cards_order_and_as_a_mask():
    deck = house_deck()

    seed = deck.petitions[deck.petition_of["pet_19"]]

    assert ids(deck, seed.courtiers) == ["princess", "guildmaster", "bishop", "emeritus"]
    assert seed.points == 12
    assert seed.mask == sum(1 << deck.courtier_of[name] for name in ids(deck, seed.courtiers))
    assert sum(one.points for one in deck.petitions) == 256


def test_the_end_card_is_not_among_the_fashions_that_are_dealt():
    deck = house_deck()

    assert deck.fashion_ids[deck.end_card] == "fas_arrest"
    assert len(deck.fashion_copies) == 16
    assert deck.end_card not in deck.fashion_copies


def test_an_end_card_that_stands_first_in_the_file_changes_no_other_number():
    table = copy.deepcopy(house_table())
    table["fashion"].insert(0, table["fashion"].pop())

    deck = compile_deck(table)

    assert deck.end_card == 0
    assert [deck.fashion_ids[one] for one in deck.fashion_copies][:2] == ["fas_royal", "fas_senate"]


def test_abilities_are_found_by_what_they_do():
    deck = house_deck()

    (senate,) = deck.abilities["end_bonus"]
    (commerce,) = deck.abilities["draw"]

    assert (deck.coteries[senate.coterie], senate.amount, senate.gianni) == ("senate", 10, True)
    assert (deck.coteries[commerce.coterie], commerce.optional) == ("commerce", True)
    assert not commerce.gianni


def test_the_same_table_gives_the_same_deck():
    table = copy.deepcopy(house_table())

    assert compile_deck(table) is house_deck()


def test_another_number_in_the_table_gives_another_deck():
    table = copy.deepcopy(house_table())
    table["ability"][5]["amount"] = 2

    deck = compile_deck(table)

    assert deck is not house_deck()
    assert deck.abilities["vp"][0].amount == 2
    assert house_deck().abilities["vp"][0].amount == 1


def test_effects_without_a_coterie_have_none():
    deck = house_deck()

    effects = {name: deck.fashions[number].effects for name, number in deck.fashion_of.items()}

    assert effects["fas_gain"][1].amount == 3
    assert effects["fas_gain"][1].coterie == NONE
    assert deck.coteries[effects["fas_royal"][0].coterie] == "royal"
