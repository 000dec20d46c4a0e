"""What lies in the box. What is marked "reconstructed" stood only in the rulebook's pictures; options replace it.

A Lumino is named by its colour, its number and its animal: "G3crab" is the green one with a 3 on one half and a crab
on the other, "B5" the blue 5 whose other half shows nothing but coral.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("green", "pink", "blue", "yellow")
LETTERS: Final = "GPBY"
SPECIES: Final = ("shellfish", "crab", "seahorse", "starfish")
NUMBERS: Final = range(1, 7)
CONTENTS: Final = ("", *SPECIES)
"""What the half without a number shows; "" is plain coral."""

KINDS: Final[tuple[str, ...]] = tuple(
    f"{letter}{number}{content}" for letter in LETTERS for number in NUMBERS for content in CONTENTS
)
KIND: Final[dict[str, int]] = {name: kind for kind, name in enumerate(KINDS)}
PER_COLOUR: Final = len(NUMBERS) * len(CONTENTS)

ROUNDS: Final = 10
DISPLAY_SIZE: Final = 4
ATOLL_SIZE: Final = 4
MOST_TAKEN: Final = 3
STORAGE: Final = 10
LIMESTONE: Final = 40
SCORING_TILES: Final = len(COLOURS)

# By the turtle's space, from the first: the limestone that comes with a coral scoring.
ROUND_LIMESTONE: Final = (4, 4, 4, 4, 2, 2, 2, 1, 1, 0)

# By number of players: which backs are used (without, with three, with four fish), and the emergency stack.
BACKS_USED: Final[dict[int, int]] = {2: 1, 3: 2, 4: 3}
EMERGENCY: Final[dict[int, int]] = {2: 0, 3: 6, 4: 8}
BACKS: Final = (72, 16, 16)
"""How many Luminos have no fish, three fish, four fish on their back."""

RETURN_POINTS: Final = -1
JELLYFISH_POINTS: Final = 2
LIMESTONE_PER_POINT: Final = 2
MAJORITY_FIRST: Final = 4
MAJORITY_FIRST_SHARED: Final = 3
MAJORITY_SECOND: Final = 2
MAJORITY_SECOND_SHARED: Final = 1

# The dark side of the score board: points for 0, 1, 2, 3, and 4 or more visible animals.
DARK_ANIMALS: Final[dict[str, tuple[int, ...]]] = {
    "shellfish": (0, 0, 1, 4, 8),
    "crab": (0, 2, 4, 7, 10),
    "seahorse": (0, 1, 6, 7, 12),
    "starfish": (0, 4, 8, 11, 14),
}
# The light side: points of the small scoring, neighbours that the large one needs, its points.
LIGHT_ANIMALS: Final[dict[str, tuple[int, int, int]]] = {
    "shellfish": (1, 3, 2),
    "crab": (1, 4, 3),
    "seahorse": (2, 6, 7),
    "starfish": (2, 5, 4),
}

# Reconstructed: the Luminos of each colour by number; their other halves by back (without, three, four fish) as
# S starfish, H seahorse, C crab, M shellfish, - plain.
ANIMAL_LETTERS: Final[dict[str, str]] = {"S": "starfish", "H": "seahorse", "C": "crab", "M": "shellfish", "-": ""}
LUMINOS: Final[dict[str, tuple[str, str, str]]] = {
    "1": ("SHM", "", "S"),
    "2": ("SCM", "M", ""),
    "3": ("HCM", "C", "M"),
    "4": ("CM-", "H", "C"),
    "5": ("H--", "-", ""),
    "6": ("---", "", "-"),
}

# Reconstructed: the six starting Luminos.
START_LUMINOS: Final = ("GP", "GB", "GY", "PB", "PY", "BY")

# Reconstructed: the two sides of a reef board. S starting area, L limestone, w water, R1 remote limestone with the
# penalty 1. The first row is the one beside the display.
ROW_LENGTHS: Final = (5, 6, 7, 8, 7, 6, 5)
SIDES: Final[dict[str, tuple[str, ...]]] = {
    "A": (
        "w w w w w",
        "w w L L w w",
        "w w L L L w w",
        "w L L S S L L w",
        "w w L L L w w",
        "w w L L w w",
        "w w w w w",
    ),
    "B": (
        "R1 w w w R3",
        "w w w w w w",
        "w w L w w w w",
        "R2 w L S S L w R2",
        "w w w w L w w",
        "w w w w w w",
        "R3 w w w R1",
    ),
}

# The tiny variant, which is no part of the rulebook: whom it is for, and a reef of a few spaces.
TINY_PLAYERS: Final = range(2, 3)
TINY_REEF: Final = (
    ". . . . .",
    ". . . . . .",
    ". . . . . . .",
    ". . . S S L L .",
    ". . . . L . .",
    ". . . . . .",
    ". . . . .",
)
MOST_DRAWN: Final = 4
"""How many Luminos a turn can take out of the bag, and the display refilled after it, at most."""
