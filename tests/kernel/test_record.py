"""The record is the truth: readable, exact, and fussy."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

import lumarium
from lumarium import BadOptions, BadRecord, Chance, FairChance, LumariumError, Match, Record, UnknownGame
from lumarium.conformance.case import everything
from lumarium.kernel.record import Unnamed
from tests.house import HOUSE


def played(moves: int = 12, **options: object) -> Match:
    match, luck = Match("luminos", players=2, seed=3, names=("Ana", "Ben"), **options), Chance(1)  # type: ignore[arg-type]
    for _ in range(moves):
        match.play(luck.choice(match.state.legal_actions()))
    return match


def signed(*lines: str) -> bytes:
    """Lines as a record would hold them, with fitting checksums: what a clever forger writes."""
    check, text = "", ""
    for line in lines:
        check = sha256(check.encode() + line[:-1].encode()).hexdigest()[:8]
        text += f'{line[:-1]},"check":"{check}"}}\n'
    return text.encode()


def unsigned(record: Record) -> list[str]:
    return [line.split(',"check":')[0] + "}" for line in record.dump().decode().splitlines()]


def test_a_record_is_readable_in_an_editor() -> None:
    lines = played(2).record.dump().decode().splitlines()
    assert lines[0].startswith('{"line":"match","lumarium":1,"game":"luminos","rules_version":1,"players":2')
    assert '"names":["Ana","Ben"]' in lines[0]
    assert lines[2].startswith('{"line":"move","seat":0,"move":"take ')
    assert lines[-1].startswith('{"line":"end","over":false,"scores":[9,9],"ranking":[1,1]')


@pytest.mark.parametrize("game", HOUSE)
def test_a_record_comes_back_from_its_replay_to_the_byte(game: str) -> None:
    """Also where nothing was chosen: what stands there is what was meant."""
    record = Match(game, 2 if 2 in lumarium.game(game).players else 3, seed=3).record
    assert Record.parse(record.dump()).replay().record.dump() == record.dump()


def test_another_process_replays_the_same_states(tmp_path: Path) -> None:
    match = played(30)
    match.record.save(tmp_path / "a.jsonl")
    program = (
        "import sys, msgspec, lumarium\n"
        "record = lumarium.Record.load(sys.argv[1])\n"
        "for at in range(31):\n"
        "    print(msgspec.json.encode(record.replay(at).view(0)).decode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "a.jsonl")], capture_output=True, text=True, check=True
    )
    expected = [msgspec.json.encode(match.record.replay(at).view(0)).decode() for at in range(31)]
    assert done.stdout.splitlines() == expected
    assert expected[-1] == msgspec.json.encode(match.view(0)).decode()


def test_a_walk_passes_every_position_and_checks_the_end() -> None:
    match = played(8)
    while not match.can_undo():
        match.play(match.state.legal_actions()[0])
    match.undo()
    record = match.record
    seen = [everything(each.state) for each in record.walk()]
    assert seen == [everything(record.replay(at).state) for at in range(len(record.entries) + 1)]
    wrong = msgspec.structs.replace(record, end=msgspec.structs.replace(record.end, scores=(1, 2)))
    with pytest.raises(BadRecord, match="closing line"):
        list(wrong.walk())
    assert wrong.replay(2).version == 2


def test_every_flipped_byte_is_found_with_its_line() -> None:
    data = played(4).record.dump()
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1
        line = data[:place].count(b"\n") + 1
        with pytest.raises(BadRecord) as caught:
            Record.parse(bytes(damaged)).replay()
        assert caught.value.line is not None
        assert abs(caught.value.line - line) <= (1 if data[place] == ord("\n") else 0), place


def test_every_cut_is_found() -> None:
    data = played(4).record.dump()
    for length in range(len(data)):
        with pytest.raises(BadRecord):
            Record.parse(data[:length])


def test_windows_line_ends_do_no_harm() -> None:
    record = played(4).record
    assert Record.parse(record.dump().replace(b"\n", b"\r\n")) == record


@pytest.mark.parametrize(
    ("line", "before", "after", "complaint"),
    [
        (0, '"rules_version":1', '"rules_version":0', "line 1: played under rules version 0 of luminos, but .* 1"),
        (0, '"rules_version":1', '"rules_version":2', "rules version 2 of luminos, but rules version 1"),
        (0, '"lumarium":1', '"lumarium":9', "record format 9; .* reads format 1"),
        (0, '"lumarium":1,', "", "no Lumarium record"),
        (0, '"players":2', '"players":7', "line 1: luminos is for 2 to 4 players, not 7"),
        (0, '"options":{}', '"options":{"tilez":"A"}', "line 1: luminos has no option “tilez”; did you mean “tiles”"),
        (0, '"seed":3', '"seed":4', "line 2: the random pick .* does not follow from the seed"),
        (0, '"names":["Ana","Ben"]', '"names":["Ana"]', "line 1: .*2 names"),
        (1, '"picks":[', '"picks":[999,', "line 2: the random pick 999 is outside"),
        (2, '"seat":0', '"seat":1', "line 3: it is the turn of Ana, not of Ben"),
        (2, '"seat":0', '"seat":5', "line 3: there is no seat 5"),
        (2, '"move":"', '"move":"un', "line 3: .* is no action of luminos"),
        (2, '"seat":0', '"seat":0,"colour":1', "line 3: .*colour"),
        (3, '"line":"move"', '"line":"start"', "line 4"),
        (-1, '"scores":[9,', '"scores":[8,', "the closing line says scores"),
        (-1, '"over":false', '"over":true', "the closing line says over"),
    ],
)
def test_a_forged_line_is_refused(line: int, before: str, after: str, complaint: str) -> None:
    lines = unsigned(played(4).record)
    assert before in lines[line]
    lines[line] = lines[line].replace(before, after, 1)
    with pytest.raises(BadRecord, match=complaint):
        Record.parse(signed(*lines)).replay()


def test_a_forged_undo_is_refused() -> None:
    match = played(0)
    match.play("take bag")
    match.play("place (1,1)")
    match.undo()
    lines = unsigned(match.record)
    lines[4] = lines[4].replace("place (1,1)", "place (8,8)")
    with pytest.raises(BadRecord, match="line 5: “place .8,8.” cannot be taken back: the last move was “place .1,1.”"):
        Record.parse(signed(*lines)).replay()


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        ([1, 0], "no Lumarium record"),
        ([0, 2], "line 2: a “move” line"),
        ([0, 1, 2], "cut off"),
        ([0, 1, 0, -1], "line 3"),
    ],
)
def test_lines_out_of_order_are_refused(order: list[int], complaint: str) -> None:
    lines = unsigned(played(4).record)
    with pytest.raises(BadRecord, match=complaint):
        Record.parse(signed(*(lines[number] for number in order)))


def test_an_unknown_game_is_named() -> None:
    lines = unsigned(played(1).record)
    lines[0] = lines[0].replace('"luminos"', '"luminoz"')
    with pytest.raises(UnknownGame, match="did you mean “luminos”"):
        Record.parse(signed(*lines)).replay()


@pytest.mark.parametrize("data", [b"", b"\n", b"hello", b"{}\n", b"\xff\xfe\n", b"[" * 10_000 + b"\n"])
def test_other_files_are_no_records(data: bytes) -> None:
    with pytest.raises(BadRecord, match="line 1"):
        Record.parse(data)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="nowhere.jsonl: No such file"):
        Record.load(tmp_path / "nowhere.jsonl")


def test_damage_names_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(played(3).record.dump()[:-30])
    with pytest.raises(BadRecord, match=r"a\.jsonl: line 6"):
        Record.load(path)


def test_saving_keeps_the_old_file_when_it_fails(tmp_path: Path) -> None:
    record = played(2).record
    with pytest.raises(OSError, match="No such file"):
        record.save(tmp_path / "no such folder" / "a.jsonl")
    record.save(tmp_path / "a.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize("at", [-1, 13])
def test_replaying_past_the_ends_is_refused(at: int) -> None:
    with pytest.raises(LumariumError, match="takes 0 to 12"):
        played(12).record.replay(at)


def test_a_replayed_match_goes_on_with_the_same_luck() -> None:
    whole, half = played(40), played(20).record.replay()
    for entry in whole.record.entries[20:]:
        half.play(entry.move)  # type: ignore[union-attr]
    assert everything(half.state) == everything(whole.state)
    assert half.record == whole.record


def test_fair_luck_is_revealed_after_the_end_and_checked() -> None:
    match = Match("luminos", 2, chance=FairChance(bytes(range(32)), "t1", ("n1", "n2")))
    luck = Chance(1)
    assert match.record.end.secret is None
    while not match.over:
        match.play(luck.choice(match.state.legal_actions()))
    record = match.record
    assert record.end.secret == bytes(range(32)).hex()
    assert record.replay().over
    lines = unsigned(record)
    lines[-1] = lines[-1].replace(bytes(range(32)).hex(), bytes(32).hex())
    with pytest.raises(BadRecord, match="does not belong to the commitment"):
        Record.parse(signed(*lines)).replay()


def test_a_fair_record_of_a_running_game_tells_nothing_of_the_luck_to_come() -> None:
    secret = bytes(range(32))
    match = Match("luminos", 2, chance=FairChance(secret, "t1", ("n1", "n2")))
    assert secret.hex().encode() not in match.record.dump()


def test_the_excerpt_tells_decisions_only() -> None:
    match = played(6)
    match.play(match.state.legal_actions()[-1])
    excerpt = match.record.excerpt()
    assert len(excerpt) == 7
    assert all("picks" not in line and "seed" not in line for line in excerpt)


def finished(secret: bytes = bytes(range(32))) -> Match:
    """A game with fair luck, played to its end."""
    match, luck = Match("luminos", 2, chance=FairChance(secret, "t1", ("n1", "n2"))), Chance(1)
    while not match.over:
        match.play(luck.choice(match.state.legal_actions()))
    return match


def test_a_finished_fair_record_without_its_secret_is_refused() -> None:
    """Otherwise the host whose luck was not fair would only have to keep silent."""
    lines = unsigned(finished().record)
    lines[-1] = lines[-1].replace(f',"secret":"{bytes(range(32)).hex()}"', "")
    cut = Record.parse(signed(*lines))
    assert cut.end.secret is None
    with pytest.raises(
        BadRecord, match=rf"line {len(lines)}: the game is over, but the secret .* is missing"
    ) as caught:
        cut.replay()
    assert caught.value.line == len(lines)
    assert "das Geheimnis" in caught.value.describe("de")
    with pytest.raises(BadRecord, match="is missing"):
        next(cut.walk())


def test_a_walk_to_the_end_of_a_fair_record_tells_its_secret() -> None:
    record = finished().record
    *_, last = record.walk()
    assert last.record == record


@pytest.mark.parametrize("deep", [b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000])
@pytest.mark.parametrize("line", [0, 1, 2])
def test_deep_nesting_is_refused_with_its_line(line: int, deep: bytes) -> None:
    lines = unsigned(played(2).record)
    for before in ('"options":{}', '"picks":[', '"move":"'):
        lines[line] = lines[line].replace(before, before.split(":")[0] + f':{deep.decode()},"x":[', 1)
    with pytest.raises(BadRecord, match=f"line {line + 1}: ") as caught:
        Record.parse(signed(*lines))
    assert caught.value.line == line + 1
    assert len(str(caught.value)) < 300


def test_deep_options_are_called_so() -> None:
    lines = unsigned(played(2).record)
    lines[0] = lines[0].replace('"options":{}', '"options":{"tiles":' + "[" * 50_000 + "]" * 50_000 + "}")
    with pytest.raises(BadRecord, match="line 1: it is nested too deeply; the file is damaged") as caught:
        Record.parse(signed(*lines))
    assert "zu tief verschachtelt" in caught.value.describe("de")


@pytest.mark.parametrize(
    ("line", "before", "after", "name"),
    [
        (0, '"players":2', '"players":3,"players":2', "players"),
        (0, '"options":{}', '"options":{"start":"picked","start":"dealt"}', "start"),
        (0, '"kind":"seed"', '"kind":"seed","seed":9', "seed"),
        (2, '"seat":0', '"seat":1,"seat":0', "seat"),
        (2, '"seat":0', '"s\\u0065at":1,"seat":0', "seat"),
        (-1, '"over":false', '"over":true,"over":false', "over"),
    ],
)
def test_a_name_that_stands_twice_is_refused(line: int, before: str, after: str, name: str) -> None:
    """Of two equal names one reader takes the first and another the last."""
    lines = unsigned(played(4).record)
    assert before in lines[line]
    lines[line] = lines[line].replace(before, after, 1)
    with pytest.raises(BadRecord, match=f"line {line % len(lines) + 1}: “{name}” is there twice") as caught:
        Record.parse(signed(*lines))
    assert f"„{name}“ steht zweimal da" in caught.value.describe("de")


def test_other_writers_may_space_and_escape_as_they_like() -> None:
    record = played(4).record
    lines = [line.replace('":', '": ').replace("move", "mo\\u0076e") for line in unsigned(record)]
    assert Record.parse(signed(*lines)) == record


def test_a_record_that_begins_with_an_undo_has_no_moves() -> None:
    lines = unsigned(played(2).record)
    lines.insert(2, '{"line":"undo","seat":0,"undo":"take bag"}')
    record = Record.parse(signed(*lines))
    for ask in (lambda: record.moves, record.replay):
        with pytest.raises(BadRecord, match="line 3: nothing can be taken back") as caught:
            ask()
        assert caught.value.line == 3


@pytest.mark.parametrize("seed", [True, 1.5, "\ud800", "a\udfffb", b"7", pytest.param(10**5000, id="huge"), (7,)])
def test_a_seed_that_no_record_can_hold_starts_nothing(seed: object) -> None:
    with pytest.raises(BadOptions, match="a seed is a whole number or a text, not") as caught:
        Match("luminos", 2, seed)  # type: ignore[arg-type]
    assert "Ein Startwert ist" in caught.value.describe("de")


@pytest.mark.parametrize("seed", [0, -3, 2**64, pytest.param(10**4000, id="long"), "", "Grüße \U0001f319", "a\0b", '"'])
def test_any_other_seed_is_read_back(seed: int | str) -> None:
    match = Match("luminos", 2, seed)
    match.play("take bag")
    record = Record.parse(match.record.dump())
    assert record == match.record
    assert record.replay().view(0) == match.view(0)


def played_on(match: Match, moves: int = 30) -> Match:
    luck = Chance(99)
    for _ in range(moves):
        match.play(luck.choice(match.state.legal_actions()))
    return match


def test_a_replay_goes_on_with_the_luck_that_it_is_given() -> None:
    """From there on; what was drawn before stays as it is, and stays checked."""
    record = played(12).record
    ones = [played_on(record.replay(8, Chance(seed))) for seed in (5, 5, 6)]
    assert [everything(ones[0].state) == everything(other.state) for other in ones[1:]] == [True, False]
    for match in ones:
        assert match.record.entries[:8] == record.entries[:8]
        again = Record.parse(match.record.dump())
        assert again.header.chance == Unnamed()
        assert everything(again.replay().state) == everything(match.state)
    assert record.replay(8, Chance(5)).record.header == record.header
    forged = unsigned(record)
    forged[0] = forged[0].replace('"seed":3', '"seed":4')
    with pytest.raises(BadRecord, match="does not follow from the seed"):
        Record.parse(signed(*forged)).replay(chance=Chance(5))


def test_the_host_of_a_fair_game_goes_on_with_its_secret() -> None:
    whole = finished()
    luck = (bytes(range(32)), "t1", ("n1", "n2"))
    running = Match("luminos", 2, chance=FairChance(*luck))
    for entry in whole.record.entries[:40]:
        running.play(entry.move)  # type: ignore[union-attr]
    record = running.record
    assert record.replay().record == record
    mine, other = record.replay(chance=FairChance(*luck)), record.replay(chance=FairChance(bytes(32)))
    for entry in whole.record.entries[40:]:
        mine.play(entry.move)  # type: ignore[union-attr]
    assert mine.record == whole.record
    for match in (other, record.replay()):
        assert Record.parse(played_on(match).record.dump()).replay().record.header.chance == Unnamed()
    lines = unsigned(record)
    lines[1] = lines[1].replace('"picks":[', '"picks":[1,')
    with pytest.raises(BadRecord, match="line 2"):
        Record.parse(signed(*lines)).replay(chance=FairChance(*luck))


@pytest.mark.parametrize("at", ["3", 3.0, True, -1, 13, pytest.param(10**5000, id="huge"), [3]])
def test_a_position_is_a_whole_number(at: object) -> None:
    with pytest.raises(LumariumError, match="takes 0 to 12, not"):
        played(12).record.replay(at)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", [None, 5, b"a.jsonl", ["a.jsonl"]])
def test_a_path_is_a_path(path: object) -> None:
    with pytest.raises(BadRecord, match="loaded from the path of a file, not from"):
        Record.load(path)  # type: ignore[arg-type]


def test_a_path_that_cannot_be_is_named() -> None:
    with pytest.raises(BadRecord, match=r"no\?where.jsonl: "):
        Record.load("no\0where.jsonl")


@pytest.mark.parametrize("data", ["{}", None, 5])
def test_a_record_is_read_from_bytes(data: object) -> None:
    with pytest.raises(BadRecord, match="from the bytes of a file"):
        Record.parse(data)  # type: ignore[arg-type]
