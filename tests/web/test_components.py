"""The components: what they say, to eyes and to screen readers."""

from datetime import UTC, datetime, timedelta

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils import timezone

from campaign.templatetags.look import banner_title, is_past, relative_time


class Order(forms.Form):
    """A form with one field of each kind that is drawn differently."""

    name = forms.CharField(help_text="As others see it")
    note = forms.CharField(required=False)
    agree = forms.BooleanField(label="I have read the rules")
    mode = forms.ChoiceField(choices=[("a", "Sealed"), ("b", "Open")], widget=forms.RadioSelect)
    secret = forms.CharField(widget=forms.HiddenInput, initial="x1")


def render(component: str, /, **context: object) -> str:
    return " ".join(render_to_string(f"components/{component}.html", context).split())


def test_a_field_ties_label_help_and_widget_together() -> None:
    page = render("field", field=Order()["name"])

    assert '<label for="id_name">Name</label>' in page
    assert 'id="id_name_helptext">As others see it' in page
    assert 'aria-describedby="id_name_helptext"' in page


def test_an_optional_field_says_so() -> None:
    assert "(optional)" in render("field", field=Order()["note"])
    assert "(optional)" not in render("field", field=Order()["name"])


def test_a_checkbox_is_a_row_to_tap() -> None:
    page = render("field", field=Order()["agree"])

    assert page.index('<label class="choice">') < page.index('type="checkbox"')
    assert "I have read the rules" in page


def test_radio_buttons_are_a_group_with_a_legend() -> None:
    page = render("field", field=Order()["mode"])

    assert page.startswith("<fieldset")
    assert "<legend>Mode</legend>" in page


def test_hidden_fields_are_kept_once() -> None:
    page = render("fields", form=Order())

    assert page.count('value="x1"') == 1
    assert page.count('class="field') >= 4


def test_problems_name_their_fields_and_lead_to_them() -> None:
    page = render("problems", form=Order({"mode": "a"}))

    assert '<a href="#id_name">Name: This field is required.</a>' in page
    assert 'role="alert"' in page


def test_problems_of_a_sheet_lead_to_their_line() -> None:
    page = render("problems", problems=[{"message": "Line 3: not yours.", "href": "#line-3"}])

    assert '<a href="#line-3">Line 3: not yours.</a>' in page


def test_no_problems_no_box() -> None:
    assert render("problems", form=Order(), problems=[]) == ""


@pytest.mark.parametrize(
    ("ahead", "text"),
    [
        (timedelta(hours=3, seconds=30), "in 3\xa0hours"),
        (timedelta(seconds=30), "in less than a minute"),
        (timedelta(seconds=-30), "just now"),
        (timedelta(minutes=-20, seconds=-5), "20\xa0minutes ago"),
        (timedelta(days=100, minutes=1), "in 3\xa0months, 1\xa0week"),
    ],
)
def test_relative_times(ahead: timedelta, text: str) -> None:
    moment = timezone.now() + ahead

    assert relative_time(moment).startswith(text)
    assert is_past(moment) == (ahead < timedelta())


def test_the_clock_speaks_in_the_readers_zone() -> None:
    moment = datetime(2031, 1, 15, 19, 0, tzinfo=UTC)

    with timezone.override("Europe/Vienna"):
        page = render("clock", moment=moment, label="Deadline")

    assert "Deadline" in page
    assert "Wed 15 Jan, 20:00 CET" in page
    assert 'datetime="2031-01-15T20:00:00+01:00"' in page


def test_the_next_thing_wears_the_kingdoms_colour_even_for_seat_zero() -> None:
    page = render("next_thing", title="Hand in", url="/x/", action="Write", seat=0)

    assert 'data-kingdom="0"' in page
    assert '<a class="button button-primary" href="/x/">Write</a>' in page
    assert "data-kingdom" not in render("next_thing", title="Hand in")


def test_the_first_wish_cannot_go_up_and_the_last_not_down() -> None:
    first = render("wish_moves", name="move", index="0", label="Village", first=True)
    last = render("wish_moves", name="move", index="1", label="City", last=True)

    assert 'value="up:0" disabled' in first
    assert 'value="down:0">' in first
    assert 'value="down:1" disabled' in last
    assert "Remove: City" in last


def test_dice_are_spoken_as_numbers() -> None:
    assert 'aria-label="Dice: 6, 3"' in render("dice", dice=[6, 3])


def test_the_pager_keeps_the_query_and_hides_for_one_page() -> None:
    many = Paginator(range(30), 10).page(2)

    page = render("pager", page_obj=many, query="kind=log&")

    assert 'href="?kind=log&amp;page=1"' in page
    assert "Page 2 of 3" in page
    assert render("pager", page_obj=Paginator(range(3), 10).page(1)) == ""


def test_a_banner_can_be_said_in_words() -> None:
    assert banner_title(3) == "violet lozenge with two quarters"
    assert "Skarn" in render("banner", seat=3, name="Skarn")
