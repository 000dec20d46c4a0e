"""How one order is made of another with as few moves as will do."""

from __future__ import annotations


def rearranged(before: list[str], after: list[str], behind: str) -> list[tuple[str, str]]:
    """What is new or lies elsewhere, first to last, each with what it now lies behind; the first lies behind `behind`.
    What still lies in the old order needs no word."""
    places = {name: place for place, name in enumerate(before)}
    stays = _ascending([places.get(name, -1) for name in after])
    found = []
    for place, name in enumerate(after):
        if not stays[place]:
            found.append((name, behind))
        behind = name
    return found


def _ascending(numbers: list[int]) -> list[bool]:
    """Which of the numbers belong to a longest ascending row among them; negative ones do not."""
    ends: list[int] = []
    """By length, the smallest number that a row ends with, and where that lies."""
    last: list[int] = []
    back: list[int] = []
    for place, number in enumerate(numbers):
        row = _row(ends, number)
        back.append(last[row - 1] if row > 0 else -1)
        if row == len(ends):
            ends.append(number)
            last.append(place)
        elif row >= 0:
            ends[row] = number
            last[row] = place
    found = [False] * len(numbers)
    place = last[-1] if last else -1
    while place >= 0:
        found[place] = True
        place = back[place]
    return found


def _row(ends: list[int], number: int) -> int:
    """How long a row is that this number can go on with; -1 if none."""
    if number < 0:
        return -1
    # Most things lie in the old order.
    low, high = 0, len(ends)
    if high == 0 or ends[high - 1] < number:
        return high
    while low < high:
        middle = (low + high) // 2
        if ends[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low
