"""Turn B: songs, legends, upgrades and payments (NO-50 to NO-63)."""

import pytest

from tests.games.nomads.builder import Seat, box, legal, phase, play, position, refused, ring, stack, tiles, told, write

RING = "0:[N] 4:[U]"


@pytest.mark.rule("NO-50", "NO-IN-6")
def test_a_card_is_taken_and_its_cost_goes_to_the_box() -> None:
    state = position(Seat("N", tiles="aaab"), Seat("U"), columns=RING)
    before, discs, stacks = box(state), ring(state), [stack(state, space) for space in range(8)]
    events = write(state, "write a#2")
    assert (tiles(state, 0), state.scores[0]) == ("b", 2)
    assert box(state) - before == {"a": 3}
    assert (ring(state), [stack(state, space) for space in range(8)], state.view(None).lys) == (discs, stacks, 7)
    assert state.turn == 1
    assert told(events) == [
        "Player 1 will write the second card of the legend flame.",
        "Player 1 writes the second card of the legend flame and pays 3 × flame.",
    ]


@pytest.mark.rule("NO-51", "NO-RU-20")
def test_exactly_the_cost_is_paid() -> None:
    state = position(Seat("N", tiles="abcdefJJ"), Seat("U", tiles="aaaa"), columns=RING)
    play(state, "song 4")
    assert all(len(payment.removeprefix("pay ").replace("+", "")) == 4 for payment in legal(state))
    assert refused(state, "pay abc") == "the song takes exactly 4 different tiles, not 3"
    assert refused(state, "pay abcde") == "the song takes exactly 4 different tiles, not 5"
    play(state, "pay abcd")
    play(state, "write a#1")
    assert refused(state, "pay 3J") == "the card takes 2 tiles; 3 jokers would be too many"
    play(state, "pay 0J")
    assert tiles(state, 1) == "aa"


@pytest.mark.rule("NO-52", "NO-EC-50")
def test_a_song_takes_different_stories() -> None:
    state = position(Seat("N", tiles="aabbcde"), Seat("U"), columns=RING)
    assert legal(state, "song") == ["song 4", "song 5"]
    play(state, "song 4")
    assert legal(state) == ["pay abcd", "pay abce", "pay abde", "pay acde", "pay bcde"]
    play(state, "pay bcde")
    assert tiles(state, 0) == "aab"


@pytest.mark.rule("NO-52", "NO-54", "NO-EC-44")
def test_equal_stories_make_a_legend_but_no_song() -> None:
    state = position(Seat("N", tiles="aaaa"), Seat("U"), columns=RING)
    assert legal(state, "song") == []
    assert legal(state, "write") == ["write a#1", "write a#2", "write a#3"]
    play(state, "write a#3")
    assert legal(state) == ["pay 0J"]


@pytest.mark.rule("NO-53", "NO-EC-49")
def test_everyone_writes_one_song() -> None:
    state = position(Seat("N", tiles="abcdefg", song=4), Seat("U"), columns=RING)
    assert legal(state, "song") == []
    assert refused(state, "song 5") == "you have written a song already; everyone writes only one in a game"
    german = "Du hast schon ein Lied geschrieben; alle schreiben im ganzen Spiel nur eines"
    assert refused(state, "song 5", "de") == german


@pytest.mark.rule("NO-EC-49", "NO-58")
def test_four_songs_do_not_reach_for_five_players() -> None:
    songs = [Seat("N", song=4), Seat("U", song=5), Seat("R", song=6), Seat("S", song=7)]
    state = position(*songs, Seat("M", tiles="abcdefg"), columns=RING, turn=4, phase="act")
    assert legal(state, "song") == []
    assert refused(state, "song 6") == "the song for 6 points already lies in front of another player"
    assert refused(state, "song 9") == "there is no song for 9 points in this game"


@pytest.mark.rule("NO-54", "NO-62")
@pytest.mark.parametrize(("card", "cost"), [("a#1", 2), ("a#4", 5), ("d#1", 3), ("g#4", 6)])
def test_a_legend_costs_and_counts_its_value(card: str, cost: int) -> None:
    state = position(Seat("N", tiles=card[0] * cost), Seat("U"), columns=RING)
    write(state, f"write {card}")
    assert (tiles(state, 0), state.scores[0]) == ("", cost)
    poorer = position(Seat("N", tiles=card[0] * (cost - 1)), Seat("U"), columns=RING)
    name = {"a": "flame", "d": "tree", "g": "eye"}[card[0]]
    rung = {"1": "lowest", "4": "highest"}[card[2]]
    reason = f"the {rung} card of the legend {name} takes {cost} {name} tiles or jokers; you have {cost - 1}"
    assert refused(poorer, f"write {card}") == reason


@pytest.mark.rule("NO-62")
@pytest.mark.parametrize("points", [4, 5, 6, 7])
def test_a_song_costs_and_counts_its_value(points: int) -> None:
    state = position(Seat("N", tiles="abcdefg"[:points]), Seat("U"), columns=RING)
    write(state, f"song {points}", f"pay {'abcdefg'[:points]}")
    assert (tiles(state, 0), state.scores[0]) == ("", points)


@pytest.mark.rule("NO-55", "NO-EC-47")
def test_of_each_legend_a_player_holds_one_card() -> None:
    state = position(Seat("N", tiles="aaaaaa", cards="a#3"), Seat("U"), columns=RING)
    assert legal(state, "write") == ["write a#4"]
    assert refused(state, "write a#3") == "you hold the third card of the legend flame already"
    assert refused(state, "write a#1").startswith("you hold a higher card of the legend flame than the lowest;")
    write(state, "write a#4")
    assert state.view(None).seats[0].legends == {"a": 4}


@pytest.mark.rule("NO-56", "NO-57", "NO-WE-9")
def test_an_upgrade_costs_the_difference() -> None:
    state = position(Seat("N", tiles="aaaJ", cards="a#1"), Seat("U"), columns=RING)
    assert state.interim_score(0) == -2
    play(state, "write a#4")
    assert legal(state) == ["pay 0J", "pay 1J"]
    events = play(state, "pay 1J")
    assert (tiles(state, 0), state.interim_score(0)) == ("a", 4)
    assert state.view(None).holder("a#1") is None
    sentence = "Player 1 writes the highest card of the legend flame, pays 2 × flame and a joker"
    assert told(events) == [f"{sentence} and gives back the lowest."]


@pytest.mark.rule("NO-56", "NO-EC-46")
@pytest.mark.parametrize(("card", "payment"), [("a#3", "J"), ("a#4", "JJ")])
def test_an_upgrade_can_be_paid_with_jokers(card: str, payment: str) -> None:
    state = position(Seat("N", tiles=payment, cards="a#2"), Seat("U"), columns=RING)
    assert legal(state, "write a")[-1] == f"write {card}"
    write(state, f"write {card}", f"pay {len(payment)}J")
    assert tiles(state, 0) == ""


@pytest.mark.rule("NO-57", "NO-EC-48")
def test_the_old_card_is_free_at_once() -> None:
    state = position(Seat("N", tiles="a", cards="a#1"), Seat("U", tiles="aa"), columns=RING)
    write(state, "write a#2")
    assert legal(state, "write") == ["write a#1"]
    write(state, "write a#1")
    assert [player.legends for player in state.view(None).seats] == [{"a": 2}, {"a": 1}]


@pytest.mark.rule("NO-58", "NO-EC-47")
def test_cards_of_others_are_not_available() -> None:
    state = position(Seat("N", tiles="aaaaaa", cards="a#3"), Seat("U", cards="a#4 b#2"), columns=RING)
    assert legal(state, "write") == []
    assert refused(state, "write a#4") == "the highest card of the legend flame already lies in front of another player"
    assert refused(state, "write a#4", "de") == "Die höchste Karte der Legende Flamme liegt schon vor jemand anderem"


@pytest.mark.rule("NO-59", "NO-60", "NO-EC-45", "NO-RU-19")
def test_jokers_may_replace_tiles_that_one_has() -> None:
    state = position(Seat("N", tiles="aaaJ"), Seat("U"), columns=RING)
    play(state, "write a#2")
    assert legal(state) == ["pay 0J", "pay 1J"]
    play(state, "pay 1J")
    assert tiles(state, 0) == "a"


@pytest.mark.rule("NO-60", "NO-EC-42", "NO-RU-19")
def test_jokers_alone_can_pay() -> None:
    state = position(Seat("N", tiles="JJ"), Seat("U"), columns=RING)
    assert legal(state, "write") == ["write a#1", "write b#1", "write c#1"]
    play(state, "write a#1")
    assert legal(state) == ["pay 2J"]
    assert refused(state, "pay 0J") == "this takes 2 flame tiles; you have 0"
    assert refused(state, "pay 1J") == "this takes 1 flame tile; you have 0"
    play(state, "pay 2J")
    assert box(state)["J"] == 2


@pytest.mark.rule("NO-59", "NO-61", "NO-EC-43", "NO-RU-21")
def test_each_joker_in_a_song_is_another_story() -> None:
    rich = position(Seat("N", tiles="abcdeJJ"), Seat("U"), columns=RING)
    play(rich, "song 7")
    assert legal(rich) == ["pay abcde+JJ"]
    poor = position(Seat("N", tiles="abcdJJ"), Seat("U"), columns=RING)
    reason = "the song for 7 points takes 7 different tiles, jokers included; you have 6"
    assert refused(poor, "song 7") == reason
    play(poor, "song 6")
    assert legal(poor) == ["pay abcd+JJ"]
    play(poor, "pay abcd+JJ")
    assert tiles(poor, 0) == ""


@pytest.mark.rule("NO-61", "NO-RU-21")
def test_seven_stories_and_jokers_still_make_songs_of_seven() -> None:
    state = position(Seat("N", tiles="abcdefgJJ"), Seat("U"), columns=RING)
    play(state, "song 7")
    assert len(legal(state)) == 1 + 7 + 21
    state = position(Seat("N", tiles="abcdefgJJ"), Seat("U"), columns=RING)
    play(state, "song 4")
    assert len(legal(state)) == 91


@pytest.mark.rule("NO-63")
def test_moon_tiles_cannot_be_spent() -> None:
    state = position(Seat("N", tiles="a", moon_tiles=6), Seat("U"), columns=RING, moon_fields=3)
    assert legal(state, "write") == []


@pytest.mark.rule("NO-51", "NO-59")
def test_nobody_pays_with_tiles_that_they_do_not_have() -> None:
    state = position(Seat("N", tiles="aabcdJ"), Seat("U"), columns=RING)
    play(state, "song 4")
    assert refused(state, "pay abef") == "you have no tile of these stories: bird, wave"
    assert refused(state, "pay ab+JJ") == "this takes 2 jokers; you have 1"
    state = position(Seat("N", tiles="aaJ"), Seat("U"), columns=RING)
    play(state, "write a#1")
    assert refused(state, "pay 2J") == "this takes 2 jokers; you have 1"
    assert refused(state, "move 0 cw") == "the card must be paid: say with how many jokers, as in “pay 0J”"
    assert phase(state) == "pay"
