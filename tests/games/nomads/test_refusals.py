"""Bad input: typed errors with the reason in a player's words, in both languages."""

import pytest

from lumarium import BadNotation, Chance, IllegalAction, Match, NotYourTurn
from tests.games.nomads.builder import GAME, Seat, phase, play, position, refused, start

RING = "0:[N] 4:[U]"
PHASES = {
    "adventurer": ("move 0 cw", "first choose your adventurer", "Wähle zuerst deinen Abenteurer"),
    "frog": ("disc 0", "first put your frog on a place, with “frog” and its number", "Setze zuerst deinen Frosch"),
    "sleeper": ("disc 0", "first put the discs of the sleeping adventurers on places", "Lege zuerst die Scheiben"),
    "disc": ("frog 0", "first put one of your discs on a place", "Lege zuerst eine deiner Scheiben"),
    "lys": ("move 0 cw", "first point Lys at a stack", "Lass zuerst Lys auf einen Stapel zeigen"),
    "shift": ("move 0 cw", "first shift Lys with “shift +1”", "Dreh zuerst Lys mit „shift +1“"),
    "act": ("lys 0", "now move a column, as in “move 3 cw”, or write a card", "Bewege jetzt eine Säule"),
    "double": ("move 0 cw", "the column is in your hand: say on which step", "Die Säule ist in deiner Hand"),
    "skip": ("double 1", "the column is in your hand: say which step you skip", "Die Säule ist in deiner Hand"),
    "send": ("move 0 cw", "the last disc lies at Lys", "Die letzte Scheibe liegt bei Lys: Dreh Lys"),
    "lift": ("move 0 cw", "now lift one of your discs, as in “lift 4#1”", "Hebe jetzt eine deiner Scheiben an"),
    "pay": ("pay abcd", "the card must be paid", "Die Karte muss bezahlt werden"),
    "pay_song": ("pay 0J", "the song must be paid", "Das Lied muss bezahlt werden"),
    "last": ("move 0 cw", "this is the last round", "Dies ist die letzte Runde"),
}


@pytest.mark.parametrize("wanted", PHASES)
def test_what_is_not_asked_is_refused_with_what_is(wanted: str) -> None:
    move, english, german = PHASES[wanted]
    for seed in range(300):
        state, chance = start(4, seed), Chance(seed)
        while not state.over and phase(state) != wanted:
            state.random_step(chance)
        if not state.over:
            assert refused(state, move).startswith(english)
            assert refused(state, move, "de").startswith(german)
            return
    pytest.fail(f"no game reached the phase {wanted}")


def test_the_four_of_the_issue() -> None:
    state = position(Seat("N", tiles="aab"), Seat("U", cards="a#1", song=4), columns=RING)
    assert "no disc of yours" in refused(state, "move 4 cw")
    assert "takes 3 flame tiles or jokers; you have 2" in refused(state, "write a#2")
    assert "already lies in front of another player" in refused(state, "write a#1")
    assert "already lies in front of another player" in refused(state, "song 4")
    play(state, "move 0 cw")
    assert "you have written a song already" in refused(state, "song 5")


@pytest.mark.parametrize(
    "text", ["move 8 cw", "move 3", "write h#1", "write a#5", "pay abcdefg+J", "song 10", "lift 3#3"]
)
def test_what_does_not_exist_has_no_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.actions.parse(text)


def test_a_match_refuses_foreign_seats_and_illegal_moves() -> None:
    match = Match("nomads", 3, seed=1)
    with pytest.raises(NotYourTurn):
        match.play("adventurer red", seat=1)
    match.play("adventurer red", seat=0)
    with pytest.raises(IllegalAction):
        match.play("adventurer red", seat=1)
    match.play("adventurer moon")
    match.undo()
    match.play("adventurer siana")
    assert match.view(None).seats[1].adventurer == "siana"  # type: ignore[attr-defined]
