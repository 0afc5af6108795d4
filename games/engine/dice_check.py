"""Check dice after a game: ``python3 dice_check.py FILE.json``. Needs nothing but Python.

The file holds ``{"commitment", "secret", "context", "draws": [...]}``, or a
list of those, as the site exports it when a game or phase is over. The
commitment was published before the first answer. This script

1. hashes the secret (hex) with SHA-256 and compares it with the commitment;
2. makes each draw again. The numbers of a draw come from HMAC-SHA256 with the
   secret as key and ``context/label/0``, ``context/label/1``, ... as text: the
   first eight bytes, big-endian; a number in the incomplete last run below
   2**64 is skipped; the rest is taken modulo the bound. A die is that plus 1. A
   shuffle starts from 0..size-1 and swaps the last place with the place drawn
   below it and itself, then the last but one, and so on.

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


def main(arguments: list[str]) -> int:
    """Check the file named on the command line."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python3 dice_check.py FILE.json\n")
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            data = json.load(file)
        exports = data if isinstance(data, list) else [data]
        found = next(filter(None, map(difference, exports)), "")
        count = sum(len(export["draws"]) for export in exports)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.stderr.write(f"{arguments[0]} cannot be checked: {error!r}\n")
        return 2
    sys.stdout.write((found or f"OK, {count} draws") + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
