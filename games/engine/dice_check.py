"""Check dice after a game: ``python3 dice_check.py FILE.json``. Needs nothing but Python.

The file holds ``{"commitment", "secret", "context", "draws": [...]}``, or a
list of those, as the site exports it when a phase is over; or it is the file of
a match that is over, with ``commitment``, ``secret``, ``turns`` and ``record``.
The commitment was published before the first answer. This script

1. hashes the secret (hex) with SHA-256 and compares it with the commitment;
2. makes each draw again. The numbers of a draw come from HMAC-SHA256 with the
   secret as key and ``context/label/0``, ``context/label/1``, ... as text: the
   first eight bytes, big-endian; a number in the incomplete last run below
   2**64 is skipped; the rest is taken modulo the bound. A die is that plus 1. A
   shuffle starts from 0..size-1 and swaps the last place with the place drawn
   below it and itself, then the last but one, and so on.

Of a match it also makes sure that each turn's context is ``match/ID/NUMBER``, so
that nobody could choose one, and that the record holds just the turns that were
not taken back; and it lists what was drawn. Numbers of a shuffle are places in
the game's list of cards, counted from 0, the card on top first.

It prints ``OK`` and how many draws were right (exit code 0), or the first
difference (1), or what is wrong with the file (2).
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any


def numbers(secret: bytes, prefix: str) -> Iterator[int]:
    """Give the 64-bit numbers of one draw, one after the other."""
    counter = 0
    while True:
        text = f"{prefix}/{counter}".encode()
        yield int.from_bytes(hmac.new(secret, text, hashlib.sha256).digest()[:8], "big")
        counter += 1


def below(source: Iterator[int], bound: int) -> int:
    """Return the next number of the source below ``bound``, each equally likely."""
    complete_runs = 2**64 // bound * bound
    return next(number for number in source if number < complete_runs) % bound


def roll(secret: bytes, prefix: str, sides: int, count: int) -> list[int]:
    """Return the dice of one draw."""
    source = numbers(secret, prefix)
    return [below(source, sides) + 1 for _ in range(count)]


def shuffle(secret: bytes, prefix: str, size: int) -> list[int]:
    """Return the permutation of one draw."""
    source = numbers(secret, prefix)
    order = list(range(size))
    for place in reversed(range(1, size)):
        other = below(source, place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def derived(secret: bytes, context: str, draw: dict[str, Any]) -> list[int]:
    """Make one recorded draw again."""
    prefix = f"{context}/{draw['label']}"
    if draw["kind"] == "shuffle":
        return shuffle(secret, prefix, draw["bound"])
    return roll(secret, prefix, draw["bound"], len(draw["outcome"]))


def difference(export: dict[str, Any]) -> str:
    """Describe the first thing in one export that is not as it should be; empty: all right."""
    secret, context = bytes.fromhex(export["secret"]), export["context"]
    if hashlib.sha256(secret).hexdigest() != export["commitment"]:
        return f"{context}: the secret is not the one that was committed to"
    labels = set()
    for draw in export["draws"]:
        if draw["label"] in labels:
            return f"{context}: {draw['label']} was drawn twice"
        labels.add(draw["label"])
        right = derived(secret, context, draw)
        if right != draw["outcome"]:
            return f"{context}: {draw['label']} should be {right}, recorded is {draw['outcome']}"
    return ""


def of_turns(match: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the draws of a match as one export for each turn."""
    shared = {"commitment": match["commitment"], "secret": match["secret"]}
    return [
        {**shared, "context": turn["context"], "draws": turn["draws"]} for turn in match["turns"]
    ]


def counted(turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the turns that were not taken back, in order."""
    after: dict[int, list[dict[str, Any]]] = {}
    path: list[dict[str, Any]] = []
    for turn in turns:
        path = after[turn["back_to"]] if turn["kind"] == "undo" else [*path, turn]
        after[turn["number"]] = path
    return path


def odd_turns(match: dict[str, Any]) -> str:
    """Describe the first thing in which turns and record of a match differ; empty: nothing."""
    for number, turn in enumerate(match["turns"]):
        if turn["number"] != number or turn["context"] != f"match/{match['match']}/{number}":
            return f"turn {number}: the context is {turn['context']}"
    start, *others = counted(match["turns"])
    if match["record"]["start"] != start["draws"]:
        return "the record begins with other draws than the turns"
    steps = [
        {"answers": turn["answers"], "draws": turn["draws"]}
        for turn in others
        if turn["kind"] == "play"
    ]
    if match["record"]["steps"] != steps:
        return "the record is not made of the turns that count"
    return ""


def listed(exports: list[dict[str, Any]]) -> str:
    """Return every draw on a line of its own."""
    return "".join(
        f"{export['context']} {draw['label']}: {' '.join(map(str, draw['outcome']))}\n"
        for export in exports
        for draw in export["draws"]
    )


def checked(data: Any) -> tuple[str, str]:
    """Return what there is to say about a file, and the first difference in it, if any."""
    is_match = isinstance(data, dict) and "turns" in data
    exports = of_turns(data) if is_match else data if isinstance(data, list) else [data]
    found = next(filter(None, map(difference, exports)), "")
    if is_match:
        found = found or odd_turns(data)
    count = sum(len(export["draws"]) for export in exports)
    report = listed(exports) if is_match else ""
    return report + (found or f"OK, {count} draws") + "\n", found


def main(arguments: list[str]) -> int:
    """Check the file named on the command line."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python3 dice_check.py FILE.json\n")
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            data = json.load(file)
        report, found = checked(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.stderr.write(f"{arguments[0]} cannot be checked: {error!r}\n")
        return 2
    sys.stdout.write(report)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
