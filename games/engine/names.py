"""What people call things: one line that shows what it is, and cannot be mistaken.

``str.isprintable`` lets through letters that nobody sees and marks without end; names are
judged here instead. ``look`` is what a name looks like: two names with the same look are
taken for each other, whatever they are made of.
"""

from __future__ import annotations

import unicodedata

INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""What Unicode counts among letters, marks and symbols, and what shows nothing."""
MOST_MARKS = 3
"""Marks on one letter; no alphabet in use puts more."""
VARIANTS = frozenset("\ufe0e\ufe0f")
"""What makes a symbol plain or coloured; telephones send it with their symbols."""

_ALIKE = (
    # letters of Cyrillic, Greek and others, signs and digits; below them what they look like
    ("АаВвЕеЅѕІіЇїЈјКкМмНнОоРрСсТтУуҮүХхҺһԀԁԚԛԜԝѴѵҒғЬь",
     "AaBbEeSsIiIiJjKkMmHhOoPpCcTtYyYyXxHhDdQqWwVvFfbb"),
    ("ΑαΒΕΖΗΙιΚκΜΝνΟοΡρΤΥυΧχγϲϳ",
     "AaBEZHIiKkMNvOoPpTYuXxycj"),
    ("ԱՕօՍսհոգցԼ\u05e1\u0665\u06f5\u0ed0\u0966\u09e6",
     "UOoUuhnqgLoooooo"),
    ("ıɩɪłŁøØđĐħĦɑɡʋʏꞵ\u2010\u2011\u2012\u2013\u2014\u2212\u02d7",
     "iiilLoOdDhHagvyb-------"),
)  # fmt: skip
_TO_LATIN = str.maketrans({one: other for pair in _ALIKE for one, other in zip(*pair, strict=True)})
_LAST = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l"))
"""What looks alike in small print, once all letters are small."""


def is_plain(text: str) -> bool:
    """Tell whether a text is one line of which everything can be seen; "" is."""
    if not text.isprintable() or not INVISIBLE.isdisjoint(text):
        return False
    marks, is_bare = 0, True
    for letter in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.category(letter) in ("Mn", "Me") and letter not in VARIANTS
        marks = marks + 1 if is_mark else 0
        if marks > MOST_MARKS or (is_mark and is_bare):
            return False
        is_bare = letter == " " or letter in VARIANTS
    return True


def seen(text: str) -> str:
    """Return a text on one line, blanks instead of all that nobody sees."""
    shown = (c if c.isprintable() and c not in INVISIBLE else " " for c in text)
    return " ".join("".join(shown).split())


def one_line(text: str) -> str:
    """Return a text with each run of white space as one space, its letters composed."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def look(name: str) -> str:
    """Return what a name looks like: the same for names that are taken for each other.

    Capitals, accents, wide and ornate letters, and letters of other alphabets that look
    like Latin ones make no difference, nor do 0 and O, or 1, I and l.

    >>> look("Hоllowmere") == look("HOLL0WMERE")
    True
    """
    apart = unicodedata.normalize("NFKD", name.translate(_TO_LATIN)).translate(_TO_LATIN)
    kept = "".join(letter for letter in apart if not _is_nothing(letter)).casefold()
    for old, new in _LAST:
        kept = kept.replace(old, new)
    return kept


def _is_nothing(letter: str) -> bool:
    is_mark = unicodedata.category(letter) in ("Mn", "Me", "Cf", "Zs")
    return is_mark or letter in INVISIBLE


def alphabets(name: str) -> set[str]:
    """Return the alphabets of a name's letters, by the names Unicode gives them.

    Chinese, Japanese and Korean writing count as one.
    """
    compatible = unicodedata.normalize("NFKC", name)
    found = {
        unicodedata.name(letter, "UNNAMED").split()[0]
        for letter in compatible
        if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")
    }
    east = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
    return (found - east) | ({"EAST ASIAN"} if found & east else set())
