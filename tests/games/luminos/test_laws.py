"""Laws that hold in every game and for any tiles, against definitions that are as plain as the rulebook."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumarium import Chance, Event
from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.components import KINDS
from lumarium.games.luminos.rules.indices import HALF
from lumarium.games.luminos.rules.state import State
from tests.games.luminos.builder import GAME, Seat, legal, legal_cells, play, position, start, written
from tests.games.printed import printed

LAW = settings(deadline=None, database=None, derandomize=True, max_examples=60)
Sheet = dict[str, list[int]]

kinds = st.sampled_from(KINDS)
MIXTURES = [(players, preset) for players in GAME.players for preset in printed(GAME)]


def rarest(tiles: list[str]) -> dict[str, int]:
    """LS-22 and LS-23, word by word."""
    counts = {symbol: "".join(tiles).count(symbol) for symbol in "SMT"}
    present = {symbol: count for symbol, count in counts.items() if count > 0}
    smallest = min(present.values())
    return {symbol: count for symbol, count in present.items() if count == smallest}


def shown(tiles: list[str]) -> int:
    return sum(scoring.SHOWN[KINDS.index(tile)] for tile in tiles)


def random_game(players: int, preset: str, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """Every position of a random game, with the events that led to it."""
    chance = Chance(seed)
    state = start(players, seed, GAME.presets[preset])
    yield state, []
    while not state.over:
        events = state.apply(chance.choice(state.legal_actions()), chance)
        yield state, events


@pytest.mark.rule("LS-22", "LS-23")
@given(st.lists(kinds, min_size=4, max_size=4))
@settings(LAW, max_examples=300)
def test_the_value_of_a_square_is_the_smallest_count_of_a_symbol_present(tiles: list[str]) -> None:
    entries = rarest(tiles)
    value = scoring.entry_value(shown(tiles))
    assert {value} == set(entries.values())
    assert {symbol for place, symbol in enumerate("SMT") if scoring.count(shown(tiles), place) == value} == set(entries)
    assert scoring.size(shown(tiles)) == sum(map(len, tiles))


@pytest.mark.rule("LS-21", "LS-25", "LS-R12")
@given(st.lists(kinds | st.just("."), min_size=8, max_size=8), kinds, st.randoms(use_true_random=False))
@LAW
def test_the_order_of_squares_changes_rows_but_never_the_entries_of_a_column(
    around: list[str], tile: str, random: object
) -> None:
    a, b, c, d, e, f, g, h = around
    sky = f"TT . {a} {b} {c}\n[SS] MM {d} . {e}\n. . {f} {g} {h}"
    squares = {"ne": (b, c, e), "nw": (a, b, d), "se": (e, g, h), "sw": (d, f, g)}
    completed = {way: [tile, *others] for way, others in squares.items() if "." not in others}
    if d == b == e == g == ".":
        return
    expected: Sheet = {"S": [], "M": [], "T": []}
    for tiles in completed.values():
        for symbol, value in rarest(tiles).items():
            expected[symbol].append(value)

    state = position(Seat(sky, used="SMT"), hand=tile, display="S", bag="")
    play(state, "place (3,0)")
    while state.view(None).phase == "score":
        play(state, random.choice(legal(state)))  # type: ignore[attr-defined]
    columns = state.view(None).skies[0].columns
    assert [sorted(column) for column in columns] == [sorted(expected[symbol]) for symbol in "SMT"]


@pytest.mark.rule("LS-30", "LS-31", "LS-32")
@given(
    st.lists(st.lists(st.integers(1, 16), max_size=12), min_size=3, max_size=3), st.integers(0, 3), st.integers(1, 12)
)
@settings(LAW, max_examples=300)
def test_points_are_complete_rows_markers_and_the_target_row(sheet: list[list[int]], unused: int, target: int) -> None:
    rows = sum(sum(row) for row in zip(*sheet, strict=False))
    expected = rows + 3 * unused + (6 if any(len(column) >= target for column in sheet) else 0)
    assert scoring.total(sheet, unused, target) == expected
    assert sum(points for _, points in scoring.origins(sheet, unused, target)) == expected


class Referee:
    """A second, naive scoring that knows only what the events tell."""

    def __init__(self, state: State) -> None:
        self.skies = [{(cell.x, cell.y): cell.tile for cell in sky.cells} for sky in state.view(None).skies]
        self.sheets: list[Sheet] = [{"S": [], "M": [], "T": []} for _ in self.skies]
        self.owed: list[tuple[int, int]] = []

    def hear(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "start":
            return
        at = facts.get("x"), facts.get("y")
        if event.kind == "place":
            assert not self.owed
            self.place(event.seat or 0, *at, str(facts["tile"]))  # type: ignore[arg-type]
        if event.kind == "mark":
            self.skies[event.seat or 0][at] += str(facts["symbol"])  # type: ignore[index]
            assert len(self.skies[event.seat or 0][at]) <= 4  # type: ignore[index]
        if event.kind == "square":
            self.owed.remove(at)  # type: ignore[arg-type]
            self.score(event.seat or 0, *at)  # type: ignore[arg-type]

    def place(self, seat: int, x: int, y: int, tile: str) -> None:
        sky = self.skies[seat]
        before = blocks(sky)
        assert (x, y) not in sky
        assert any(beside in sky for beside in beside_of(x, y))
        sky[x, y] = tile
        self.owed = sorted(blocks(sky) - before)

    def score(self, seat: int, x: int, y: int) -> None:
        sky = self.skies[seat]
        for symbol, value in rarest([sky[x, y], sky[x + 1, y], sky[x, y + 1], sky[x + 1, y + 1]]).items():
            self.sheets[seat][symbol].append(value)


def beside_of(x: int, y: int) -> set[tuple[int, int]]:
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def blocks(sky: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    return {(x, y) for x, y in sky if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= set(sky)}


@pytest.mark.rule("LS-16", "LS-18", "LS-20", "LS-21", "LS-22", "LS-23", "LS-24", "LS-34")
@pytest.mark.parametrize(("players", "preset"), MIXTURES)
def test_a_naive_referee_comes_to_the_same_sheets(players: int, preset: str, long: bool) -> None:
    for seed in range(100 if long else 2):
        referee: Referee | None = None
        for state, events in random_game(players, preset, seed):
            if referee is None and state.round:
                referee = Referee(state)
                continue
            if referee is None:
                continue
            for event in events:
                referee.hear(event)
            if state.view(None).phase in ("take", "over"):
                assert not referee.owed
            for seat, sheet in enumerate(referee.sheets):
                assert state.view(None).skies[seat].columns == [sheet["S"], sheet["M"], sheet["T"]]


@pytest.mark.rule("LS-E40", "LS-15", "LS-26", "LS-17")
@pytest.mark.parametrize(("players", "preset"), MIXTURES)
def test_what_never_changes(players: int, preset: str, long: bool) -> None:
    for seed in range(100 if long else 2):
        entries = Counter[tuple[int | None, str]]()
        for state, events in random_game(players, preset, seed):
            view = state.view(None)
            entries.update((e.seat, symbol) for e in events if e.kind == "square" for symbol in str(e.facts["symbols"]))
            for seat, sky in enumerate(view.skies):
                assert [len(column) for column in sky.columns] == [entries[seat, symbol] for symbol in "SMT"]
                assert sorted(sky.markers + "".join(cell.markers for cell in sky.cells)) == sorted("SMT")
                assert all(len(cell.tile + cell.markers) <= 4 for cell in sky.cells)
                assert not any(cell.markers for cell in sky.cells if cell.start)
            placed = sum(not cell.start for sky in view.skies for cell in sky.cells)
            on_offer = [tile for tile in view.display if tile is not None]
            assert sum(view.bag.values()) + len(on_offer) + (view.hand is not None) + placed == 64
            if view.phase == "take":
                turns_to_come = players - placed % players
                assert len(on_offer) >= turns_to_come
            if any(event.kind in ("display", "over_bag", "over_target") for event in events):
                finished = view.round - (0 if view.over else 1)
                assert placed == players * finished
                assert sum(view.bag.values()) + len(on_offer) == 64 - players * finished


@pytest.mark.rule("LS-16", "LS-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tile_may_go_to_every_empty_cell_beside_the_sky(players: int, long: bool) -> None:
    for seed in range(100 if long else 2):
        for state, _ in random_game(players, "A", seed):
            view = state.view(None)
            if view.phase != "place":
                continue
            assert view.turn is not None
            sky = {(cell.x, cell.y) for cell in view.skies[view.turn].cells}
            beside = {cell for x, y in sky for cell in beside_of(x, y)} - sky
            assert legal_cells(state) == {(x, y) for x, y in beside if max(abs(x), abs(y)) <= HALF}


@pytest.mark.rule("LS-27", "LS-28", "LS-29", "LS-11")
@pytest.mark.parametrize(("players", "preset"), MIXTURES)
def test_a_game_ends_with_the_round_in_which_the_target_row_is_reached_or_with_the_bag(
    players: int, preset: str, long: bool
) -> None:
    for seed in range(200 if long else 3):
        reached_in = None
        for state, _ in random_game(players, preset, seed):
            view = state.view(None)
            longest = max(len(column) for sky in view.skies for column in sky.columns)
            if longest >= view.target and reached_in is None:
                reached_in = view.round
            assert view.last_round == (reached_in is not None)
        tiles = {len(sky.cells) for sky in state.view(None).skies}
        assert tiles == {3 + state.round}
        assert state.round == (reached_in or {2: 32, 3: 21, 4: 16}[players])
        assert state.ending == ("target" if reached_in else "bag")


@pytest.mark.rule("LS-E42")
@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
@settings(LAW, max_examples=20)
def test_a_game_with_suns_and_stars_exchanged_has_the_same_scores(seed: int, players: int) -> None:
    exchange = str.maketrans("ST", "TS")

    def other(tile: str) -> str:
        return "".join(sorted(tile.translate(exchange), key="SMT".index))

    def picture(state: State, seat: int, swap: bool) -> str:
        corner, right, upper = (cell.tile for cell in state.view(None).skies[seat].cells[:3])
        if swap:
            corner, right, upper = other(corner), other(right), other(upper)
        return f"{upper} .\n[{corner}] {right}"

    new = start(players, seed)
    display = " ".join(filter(None, new.view(None).display))
    swapped = " ".join(other(tile) for tile in display.split())
    one = position(*(Seat(picture(new, seat, False)) for seat in range(players)), display=display)
    two = position(*(Seat(picture(new, seat, True)) for seat in range(players)), display=swapped)
    chance = Chance(seed)
    while one.round == 1 and one.turn is not None:
        move = chance.choice([move for move in legal(one) if move != "take bag"])
        verb, _, what = move.partition(" ")
        play(one, move)
        play(two, f"{verb} {other(what)}" if verb in ("take", "mark") else move)
    assert one.scores == two.scores
    for seat in range(players):
        s, m, t = (part.split("]")[0] for part in written(one, seat).split("[")[1:])
        assert written(two, seat) == f"S [{t}] M [{m}] T [{s}]"
