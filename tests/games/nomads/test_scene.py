"""The picture: what a screen reader says, how moves are touched, and that nothing hidden has an identity."""

import re

import pytest

from lumarium import Chance
from lumarium.games.nomads.options import Options
from lumarium.games.nomads.picture.layout import held, layouts
from lumarium.games.nomads.rules.state import State
from lumarium.kernel.scene import Piece
from lumarium.kernel.touch import paths
from tests.games.nomads.builder import GAME, Seat, play, position, random_state


def pieces(state: State, lang: str = "en") -> dict[str, Piece]:
    assert state.turn is not None
    return {piece.id: piece for piece in GAME.scene(state.view(state.turn), lang).pieces}


def touches(state: State) -> dict[str, tuple[str, ...]]:
    """The path of each legal action, by notation."""
    assert state.turn is not None
    tree = GAME.touch(state.view(state.turn))
    return {GAME.actions[index].notation: path for path, index in paths(tree)}


def test_columns_and_stacks_read_well() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[B,U,z] 5:[R]", stacks="2:J,a 3:- 4:O", lys=4)
    english, german = pieces(state), pieces(state, "de")
    assert english["space2"].label == "place 2, 3 discs from the bottom: nomad, Ulrich, sleeper"
    assert german["space5"].label == "Platz 5, 1 Scheibe: Red"
    assert english["space0"].label == "place 0, empty"
    assert english["field2"].label == "the stack at place 2: 2 tiles, on top: joker"
    assert german["field4"].label == "Stapel bei Platz 4: das letzte Plättchen, Mondplättchen"
    assert english["field3"].label == "the stack at place 3: used up"
    assert german["lys"].label == "Lys, zeigt auf den Stapel bei Platz 4"


def test_a_full_column_of_the_set_up_says_why_it_is_not_offered() -> None:
    state = random_state(2, 4, 0)
    chance = Chance(4)
    while state.view(None).phase != "disc":
        if "sleeper 0" in touches(state):
            play(state, "sleeper 0")
        else:
            state.random_step(chance)
    full = [space for space in range(8) if len(state.view(None).columns[space]) == 4]
    offered = {path[0] for path in touches(state).values()}
    shown = pieces(state)
    assert 0 in full
    for space in range(8):
        assert (f"space{space}" in offered) == (space not in full)
        assert shown[f"space{space}"].label.endswith("; full until the game begins") == (space in full)


def test_a_player_is_known_by_the_same_badge_everywhere_and_owes_with_a_minus() -> None:
    state = position(Seat("U", tiles="eed"), Seat("R"), columns="2:[U] 5:[R]")
    scene = GAME.scene(state.view(0))
    assert [panel.badge for panel in scene.panels] == ["nomads-badge-U", "nomads-badge-R"]
    assert [pieces(state)[f"badge{seat}"].symbol for seat in (0, 1)] == [panel.badge for panel in scene.panels]
    assert (scene.panels[0].value, pieces(state)["sum0"].text) == ("−3", "−3")


def test_a_begun_move_asks_for_its_direction() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[U] 5:[R]")
    assert GAME.scene(state.view(0)).then == "In which direction does the column move?"
    assert GAME.scene(state.view(1)).then == ""


def test_the_question_offers_only_what_can_be_done() -> None:
    state = position(Seat("U", tiles="b"), Seat("R"), columns="2:[U] 5:[R]")
    assert GAME.scene(state.view(0)).prompt == "Move a column that holds a disc of yours."
    state = position(Seat("U", tiles="aabcd"), Seat("R"), columns="2:[U] 5:[R]")
    assert GAME.scene(state.view(0)).prompt == "Move a column, or write a card."
    assert GAME.scene(state.view(0), "de").prompt == "Bewege eine Säule oder schreibe eine Karte."


def test_a_song_says_how_many_tiles_it_takes() -> None:
    for tiles, english in (
        ("abcde", "Pay 4 different tiles: touch one after the other."),
        ("abcdJ", "Pay 4 different tiles: touch them; a joker stands for all that are missing."),
    ):
        state = position(Seat("N", tiles=tiles), Seat("U"), columns="0:[N]")
        play(state, "song 4")
        assert GAME.scene(state.view(0)).prompt == english


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_phone_no_card_before_a_player_covers_a_tile(players: int) -> None:
    """A card is 42 high, a tile before a player 32; all rows end where the table ends."""
    state = position(*(Seat(letter) for letter in "NURSM"[:players]), columns="2:[U]")
    tall = layouts(state.view(0))["tall"]
    for seat in range(players):
        (_, card, scale), (_, tile, _) = tall.zones[f"cards{seat}"], tall.zones[f"tiles{seat}"]
        assert card + 21 * held(players) * scale <= tile - 16 * scale + 1
        top = tall.zones[f"row{seat}"][1]
        assert card - 21 * held(players) * scale >= top - 0.5
        assert tile + 16 * scale <= tall.size[1]


def test_stories_are_named_by_their_pictures() -> None:
    state = position(Seat("U", tiles="eed"), Seat("R", cards="b#2"), columns="2:[U]", stacks="6:b")
    english, german = pieces(state), pieces(state, "de")
    assert english["field6"].label == "the stack at place 6: the last tile, fish"
    assert english["tiles0-e"].label == "player 1: 2 × bird"
    assert german["card-b2"].label == "Legende Fisch, zweite Karte: 3 Punkte, bei Person 2"
    assert english["moon-dial"].label == "the moon: 0 tiles, 4 more until it is full and scored"


def test_a_card_says_what_it_costs_and_what_is_missing() -> None:
    """What replaces a card of one's own costs the difference (NO-56); it is written on the card."""
    state = position(Seat("U", tiles="aabJ", cards="a#1"), Seat("R"), columns="2:[U]")
    shown = pieces(state)
    assert shown["card-a3"].label == "legend flame, third card: 4 points, for 2 tiles more"
    assert [shown[f"price-a{rung}"].text for rung in (2, 3, 4)] == ["−1", "−2", "−3"]
    assert shown["card-b4"].label == "legend fish, highest card: 5 points; 3 tiles short"
    assert shown["song-4"].label == "song: 4 points for 4 different tiles; 1 tile short"
    assert "price-b4" not in shown
    assert "price-a2" not in {piece.id for piece in GAME.scene(state.view(1)).pieces}


def test_hidden_tiles_have_no_identity() -> None:
    """One piece for the top tile, one for the pile below it, whatever lies there."""
    state = random_state(3, 2, 50)
    shown = pieces(state)
    for space in range(8):
        stack = [name for name in shown if name.startswith(f"t{space}-")]
        assert stack == ([f"t{space}-{state.heights[space]}"] if state.heights[space] else [])


def test_discs_and_cards_keep_their_pieces() -> None:
    state = position(Seat("N", tiles="aa"), Seat("U"), columns="0:[N3] 4:[U1,B2]")
    before = pieces(state)
    assert before["card-a1"].zone == "rung-0"
    play(state, "write a#1", "pay 0J")
    play(state, "move 4 cw", "plain")
    after = pieces(state)
    label = "legend flame, lowest card: 2 points, with player 1"
    assert (after["card-a1"].zone, after["card-a1"].label) == ("cards0", label)
    moved = ((before[name].x, after[name].x) for name in ("disc-U1", "disc-B2"))
    assert all(old != new for old, new in moved)


@pytest.mark.parametrize("seat", [Seat("N", tiles="abcdJ")])
def test_a_song_is_paid_tile_by_tile(seat: Seat) -> None:
    state = position(seat, Seat("U"), columns="0:[N]")
    assert touches(state)["move 0 cw"] == ("space0", "go0-cw")
    assert touches(state)["song 5"] == ("song-5",)
    play(state, "song 4")
    ways = list(paths(GAME.touch(state.view(0))))
    for letters, move in (("abcd", "pay abcd"), ("dcba", "pay abcd"), ("Jdbc", "pay bcd+J")):
        assert (tuple(f"tiles0-{letter}" for letter in letters), GAME.actions.parse(move).index) in ways


def test_where_there_are_too_many_orders_tiles_are_touched_in_theirs() -> None:
    state = position(Seat("N", tiles="abcdefg"), Seat("U"), columns="0:[N]")
    play(state, "song 5")
    assert len(list(paths(GAME.touch(state.view(0))))) == len(state.legal()) == 21
    assert touches(state)["pay abcdg"] == tuple(f"tiles0-{letter}" for letter in "abcdg")


def test_a_payment_without_a_choice_is_one_touch() -> None:
    state = position(Seat("N", tiles="aabJ"), Seat("U"), columns="0:[N]", options=Options(songs=(3, 5, 6, 7)))
    play(state, "song 3")
    assert touches(state) == {"pay ab+J": ("pay-song",)}
    shown = GAME.scene(state.view(0), "de")
    assert shown.prompt == "Zahle mit diesen Plättchen."
    button = next(piece for piece in shown.pieces if piece.id == "pay-song")
    assert button.label == "eine Flamme, einen Fisch und einen Joker zahlen"
    paid = [piece.symbol for piece in shown.pieces if piece.id.startswith("pay-song-")]
    assert paid == ["nomads-tile-a", "nomads-tile-b", "nomads-tile-J"]


def test_steps_and_lifts_are_labelled() -> None:
    state = position(Seat("U"), Seat("R"), columns="6:[B,U,B]")
    play(state, "move 6 ccw")
    assert pieces(state)["double-2"].label == "step 2: two discs on place 4: ends on place 4"
    state = position(Seat("R"), Seat("U"), columns="3:[R,B]", phase="lift")
    assert touches(state) == {"no lift": ("no-lift",), "lift 3#1": ("lift-3-1",)}
    assert pieces(state, "de")["lift-3-1"].label == "deine Scheibe 1 von unten auf Platz 3 nach oben heben"


def test_buttons_say_what_they_do() -> None:
    buttons = [
        (position(Seat("U"), Seat("R"), columns="6:[B,U]"), "move 6 cw", "plain", "Alle einzeln"),
        (position(Seat("S"), Seat("R"), columns="6:[B,S]"), "move 6 cw", "plain", "Ohne Sprung"),
        (position(Seat("R"), Seat("U"), columns="3:[R,B]", phase="lift"), "", "no-lift", "Nicht anheben"),
        (position(Seat("M"), Seat("U"), columns="3:[M]"), "", "stay", "Lys bleibt"),
    ]
    for state, move, piece, text in buttons:
        play(state, *filter(None, [move]))
        assert pieces(state, "de")[piece].text == text


def test_a_song_shows_its_price_where_it_is_not_its_worth() -> None:
    options = Options(songs=(1, 5, 7, 9), song_tiles=(1, 5, 6, 7))
    state = position(Seat("U", tiles="abcdefg"), Seat("R", song=7), columns="0:[U]", options=options)
    shown = pieces(state, "de")
    assert [shown[f"song-{points}"].text for points in (1, 5, 7, 9)] == ["1", "5", "7", "9/7"]
    assert shown["song-1"].label == "Lied: 1 Punkt für 1 Plättchen"
    assert shown["song-9"].label == "Lied: 9 Punkte für 7 verschiedene Plättchen"
    songs = GAME.board(state.view(0), "de")[1].plain().splitlines()[-1]
    assert songs.split() == ["♪", "1", "5", "7/6", "9/7", "Punkte/Plättchen"]
    usual = position(Seat("U"), Seat("R"), columns="0:[U]")
    assert GAME.board(usual.view(0))[1].plain().splitlines()[-1].split() == ["♪", "4", "5", "6", "7"]


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        (("Ada", "Bo"), "Ada and Bo share the win!", "Ada und Bo teilen sich den Sieg!"),
        (("Ada", "Bo", "Cem"), "Ada, Bo and Cem share the win!", "Ada, Bo und Cem teilen sich den Sieg!"),
    ],
)
def test_those_who_win_together_are_named_together(names: tuple[str, ...], english: str, german: str) -> None:
    seats = [Seat(letter) for letter in "NUR"[: len(names)]]
    state = position(*seats, columns="0:[N]", last_round=True)
    play(state, *["pass"] * len(names))
    prompts = [GAME.scene(state.view(0), lang, names).prompt for lang in ("en", "de")]
    assert prompts == [english, german]


def test_the_terminal_draws_the_ring() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[B,U] 2:[z,R]", stacks="0:a,b", lys=2, moon_fields=1)
    ring, cards, *seats = (block.plain() for block in GAME.board(state.view(0)))
    lines = [line.split() for line in ring.splitlines()]
    assert lines[1:4] == [["7", "0", "1"], ["·", "BU", "·"], ["g", "×1", "a", "×2", "g", "×1"]]
    assert lines[5] == ["6", "(", "^", ")", "2", "◄Lys"]
    assert lines[6] == ["·", "●○○○", "mR"]
    assert "#1" in cards
    assert len(seats) == 2


def test_cards_of_the_supply_belong_to_no_player() -> None:
    """Zones that are a word and a number are a seat's: the browser enlarges them for a look at that player."""
    state = position(Seat("U", cards="a#1"), Seat("R", song=5), columns="2:[U]")
    cards = {name: piece for name, piece in pieces(state).items() if name.startswith(("card", "song", "rack", "box"))}
    owned = {name: piece.zone for name, piece in cards.items() if re.fullmatch(r"[a-z]+\d+", piece.zone)}
    assert owned == {"card-a1": "cards0", "song-5": "cards1"}
