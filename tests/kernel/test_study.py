"""A record with variations: a tree that people change together, in a file that records' readers can read."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lumarium
from lumarium import BadEdit, BadRecord, Chance, IllegalAction, Match, Record, Study
from lumarium.kernel.edits import Edit, Opinion, Step
from lumarium.kernel.node import Node
from lumarium.kernel.positions import CHECKPOINT


def played(game: str = "luminos", moves: int | None = None, seed: int = 3) -> Match:
    match, luck = Match(game, players=3, seed=seed, names=("Ana", "Ben", "Cleo")), Chance(1)
    while not match.over and (moves is None or match.version < moves):
        match.play(luck.choice(match.state.legal_actions()))
    return match


def tried(node: Node, *, last: bool = True) -> Node:
    """A move that is not the one that was played."""
    legal = [action.notation for action in node.state.legal_actions()]
    other = [move for move in legal if node.next is None or move != node.next.move]
    return node.add(other[-1 if last else 0])


def edited(study: Study, luck: Chance, number: int) -> None:
    """So many changes of any kind."""
    for _ in range(number):
        node = luck.choice(list(study))
        match luck.pick(9):
            case 0 | 1 | 2 | 3 if not study.state_at(node.branch).over:
                node.add(luck.choice(node.state.legal_actions()), chance=luck)
            case 4:
                node.comment(f"comment {luck.pick(1000)}", by=study.author)
            case 5:
                node.name = f"line {luck.pick(1000)}"
            case 6:
                node.mark("piece", str(luck.pick(3)), ("", "note", "good")[luck.pick(3)])
            case 7 if node.parent is not None:
                node.promote()
            case 8 if node.parent is not None and luck.pick(3) == 0:
                node.delete()
            case _:
                study.undo()


def told(study: Study) -> list[object]:
    """All that can be seen of a study."""
    return [
        (node.id, node.depth, node.move, node.name, node.comments, node.marks, node.outlooks, node.is_main)
        for node in study
    ]


# The tree


def test_a_finished_game_is_the_main_line_of_its_study() -> None:
    match = played()
    study = Study.of(match)
    assert [node.move for node in study.main_line()[1:]] == match.record.moves
    assert [node.seat for node in study.main_line()[1:]] == [each.seat for each in match.history]
    assert study.names == ("Ana", "Ben", "Cleo")
    assert study.record.dump() == match.record.dump()


def test_what_was_taken_back_is_a_variation() -> None:
    match = Match("luminos", players=2, seed=3)
    first, second = match.state.legal_actions()[:2]
    match.play(first)
    match.undo()
    match.play(second)
    study = Study.of(match)
    assert [node.move for node in study.root.children] == [second.notation, first.notation]
    assert study.main_line()[-1].move == second.notation


def test_times_that_ran_out_are_no_moves() -> None:
    match = Match("luminos", players=2, seed=3)
    first, second = match.state.legal_actions()[:2]
    match.play(first)
    match.undo()
    match.run_out(0, 1_800_000_000)
    match.play(second)
    study = Study.of(Record.parse(match.record.dump()))
    assert [node.move for node in study.root.children] == [second.notation, first.notation]
    assert Record.parse(study.dump()).moves == [second.notation]


def test_lines_branch_and_each_position_is_what_play_makes_of_it() -> None:
    match = played(moves=20)
    study = Study.of(match)
    branch = tried(study.main_line()[7])
    assert branch.depth == 8
    assert not branch.is_main
    again = match.record.replay(7)
    again.play(branch.move or "")
    assert study.line(branch).moves == again.record.moves
    assert branch.match().state.scores == study.line(branch).replay().state.scores
    for node in study:
        assert node.view(0) == study.line(node).replay().view(0)


def test_who_plays_the_same_move_comes_to_the_same_place() -> None:
    study = Study("luminos", players=2, seed=1)
    move = study.root.state.legal_actions()[0]
    assert study.root.add(move) == study.root.add(move.notation) == study.root.add(move.index)
    assert len(study.edits) == 1


def test_a_line_is_promoted_named_commented_marked_and_deleted() -> None:
    study = Study.of(played(moves=12))
    branch = tried(study.main_line()[4])
    study.promote_to_main(branch)
    assert study.main_line()[-1] == branch
    branch.name = "Better"
    branch.comment("Why not?", by="Ben")
    branch.mark("tile-1", tone="good")
    branch.mark("tile-1", "tile-2")
    branch.mark("tile-1", tone="")
    study.keep_outlook(branch, "strong", [Opinion("done", 0.5, 12.0)])
    assert branch.name == "Better"
    assert [(comment.by, comment.text) for comment in branch.comments] == [("Ben", "Why not?")]
    assert [(mark.piece, mark.to, mark.tone) for mark in branch.marks] == [("tile-1", "tile-2", "note")]
    assert branch.outlooks["strong"][0].outlook == 0.5
    branch.delete()
    assert len(study.main_line()) == 13
    assert branch not in list(study)
    assert isinstance(study.undo(), Edit)
    assert branch in list(study)
    assert branch.name == "Better"
    assert study.redo() is not None
    assert branch not in list(study)
    assert study.redo() is None


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    study = Study.of(played(moves=12))
    other = Study("luminos", players=2, seed=1)
    before = study.dump()
    illegal = next(action for action in study.game.actions if action.index not in study.root.state.legal())
    for wrong, error in (
        (lambda: study.root.add(illegal), IllegalAction),
        (lambda: study.root.add(study.root.state.legal_actions()[0], illegal), IllegalAction),
        (lambda: study.root.add(Step(study.root.state.legal_actions()[0].notation, (1, 2, 3))), BadEdit),
        (study.root.delete, BadEdit),
        (lambda: study.delete(other.root), BadEdit),
        (lambda: study["nowhere"], BadEdit),
        (lambda: study.root.comment(""), BadEdit),
        (lambda: study.root.comment("x" * 5000), BadEdit),
        (lambda: study.root.comment("\ud800"), BadEdit),
        (lambda: study.name(study.root, "two\nlines"), BadEdit),
        (lambda: study.root.mark("piece", tone="loud"), BadEdit),
        (lambda: study.withdraw("1-nobody"), BadEdit),
        (lambda: study.merge(other), BadEdit),
        (lambda: study.keep_outlook(study.root, "strong", [Opinion("no move", 0.5, 1)]), lumarium.BadNotation),
    ):
        with pytest.raises(error):
            wrong()
        assert study.dump() == before


# Luck


@pytest.mark.parametrize("game", lumarium.games())
def test_luck_can_be_chosen_and_what_was_drawn_is_among_it(game: str, long: bool) -> None:
    players = lumarium.game(game).players[0]
    match, luck = Match(game, players=players, seed=2), Chance(4)
    seen = 0
    while not match.over and seen < (40 if long else 3):
        before, study_at = match.state.clone(), match.version
        match.play(luck.choice(match.state.legal_actions()))
        drawn = match.record.entries[-1].picks  # type: ignore[union-attr]
        if not drawn:
            continue
        seen += 1
        study = Study.of(match.record.replay(study_at))
        node, move = study.main_line()[-1], match.history[-1].action
        picks: tuple[int, ...] = ()
        while outcomes := node.outcomes(move, picks):
            assert sum(outcome.share for outcome in outcomes) == pytest.approx(1)
            assert len({outcome.text for outcome in outcomes}) == len(outcomes)
            picks += luck.choice(outcomes).picks
        chosen = node.add(Step(move.notation, picks))
        assert chosen.picks == picks
        before.step(move.index, lumarium.RecordedChance(picks))
        assert chosen.state.scores == before.scores
        assert node.add(Step(move.notation, drawn)).view(0) == match.view(0)
    assert seen or game == "guest"


def test_a_tile_from_the_bag_is_offered_by_kind_with_its_odds() -> None:
    study = Study("luminos", players=2, seed=1)
    outcomes = study.root.outcomes("take bag")
    assert outcomes[0].text == "Player 1 draws 1 sun from the bag."
    assert 0.1 < outcomes[0].share < 0.4
    wanted = outcomes[3]
    assert study.root.add(Step("take bag", wanted.picks)).move == "take bag"
    with pytest.raises(BadEdit, match="0 to"):
        study.root.outcomes("take bag", (10_000,))


# The file


def test_a_file_comes_back_byte_by_byte_and_its_record_is_the_main_line(tmp_path: Path) -> None:
    study = Study.of(played())
    edited(study, Chance(5), 60)
    study.save(tmp_path / "a.jsonl")
    again = Study.load(tmp_path / "a.jsonl")
    assert again.dump() == (tmp_path / "a.jsonl").read_bytes()
    assert told(again) == told(study)
    record = Record.load(tmp_path / "a.jsonl")
    assert record.moves == [node.move for node in study.main_line()[1:]]
    assert record.replay().record.moves == record.moves


def test_up_to_its_end_line_a_study_is_a_record_for_readers_that_know_nothing_else() -> None:
    study = Study.of(played(moves=20))
    tried(study.main_line()[3]).comment("what if", by="Ana")
    lines = study.dump().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(b'{"line":"study"'))
    assert b"".join(lines[:first]) == study.record.dump()


def test_a_record_is_a_study_without_variations() -> None:
    match = played(moves=20)
    study = Study.parse(match.record.dump())
    assert told(study) == told(Study.of(match))
    assert study.dump() == Study.of(match).dump()


def unsigned(data: bytes) -> list[bytes]:
    return [line.split(b',"check":')[0] + b"}" for line in data.splitlines()]


def signed(lines: list[bytes]) -> bytes:
    """Fitting checksums: what a clever forger writes."""
    check, done = "", b""
    for line in lines:
        check = sha256(check.encode() + line[:-1]).hexdigest()[:8]
        done += line[:-1] + f',"check":"{check}"}}\n'.encode()
    return done


def test_damage_is_refused_with_its_line() -> None:
    study = Study.of(played(moves=20))
    tried(study.main_line()[3]).comment("what if", by="Ana")
    data = study.dump()
    assert signed(unsigned(data)) == data
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        damaged = b"".join([*lines[: number - 1], line.replace(b'"', b"'", 1), *lines[number:]])
        with pytest.raises(BadRecord) as caught:
            Study.parse(damaged)
        assert caught.value.line == number
        with pytest.raises(BadRecord):
            Record.parse(damaged)


def test_forgeries_are_refused_with_their_line() -> None:
    study = Study.of(played(moves=20))
    branch = tried(study.main_line()[3])
    branch.comment("what if", by="Ana")
    lines = unsigned(study.dump())
    head = lines.index(b'{"line":"study","format":1}')
    add = len(lines) - 2
    move = (branch.move or "").encode()

    def refused(at: int, forged: list[bytes], line: int | None = None) -> str:
        with pytest.raises(BadRecord) as caught:
            Study.parse(signed(forged))
        assert caught.value.line == (at + 1 if line is None else line)
        return str(caught.value)

    def replaced(at: int, old: bytes, new: bytes) -> list[bytes]:
        assert old in lines[at]
        return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]

    assert "format" in refused(head, replaced(head, b'"format":1', b'"format":2'))
    refused(add, replaced(add, move, b"fly"))
    refused(add, replaced(add, b'"at":"', b'"at":"0'))
    end = f"],{branch.seat}]]".encode()
    refused(add, replaced(add, end, (b",7" if branch.picks else b"7") + end))
    refused(add, replaced(add, end, end.replace(str(branch.seat).encode(), b"2" if branch.seat != 2 else b"0")))
    refused(add, replaced(add, b'"id":"', b'"id":"0'))
    refused(add, [*lines[:add], lines[add + 1], lines[add], *lines[add + 2 :]])
    assert "follow" in refused(add + 1, [*lines[: add + 1], lines[add], *lines[add + 1 :]])
    refused(len(lines) - 1, [*lines[:-1], lines[-1].replace(b"comment", b"shout", 1)])
    assert "main line" in refused(4, [*lines[:4], *lines[5:]])
    refused(0, replaced(0, b"Ana", b"Eve"))
    refused(0, replaced(0, b'"players":3', b'"players":9'))
    assert "checksum" not in refused(head - 1, replaced(head - 1, b'"over":false', b'"over":true'))
    # Another seed than the one that was played with: the whole record is signed anew, and still does not hold.
    other = [line.replace(b'"seed":3', b'"seed":4') for line in lines]
    assert "seed" in refused(head + 2, other)


def test_ids_that_are_used_twice_are_refused() -> None:
    study, other = (
        Study("luminos", players=2, start=Study("luminos", players=2, seed=1).start, author="a") for _ in "12"
    )
    study.root.comment("one", by="a")
    other.root.comment("other", by="a")
    with pytest.raises(BadEdit, match="1-a"):
        study.merge(other)


# Together


def copies(study: Study, authors: str) -> list[Study]:
    made = [Study.parse(study.dump()) for _ in authors]
    for copy, author in zip(made, authors, strict=True):
        copy.author = author
    return made


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_whoever_has_the_same_changes_has_the_same_study(seed: int) -> None:
    luck = Chance(seed)
    study = Study("luminos", players=2, seed=1)
    edited(study, luck, 5)
    people = copies(study, "abc")
    for _ in range(3):
        for each in people:
            edited(each, luck, 4)
        one, other = people[luck.pick(3)], people[luck.pick(3)]
        one.merge(other)
    everything = {edit.id: edit for each in people for edit in each.edits}
    for each in people:
        for other in people[:: 1 if luck.pick(2) else -1]:
            each.merge(other)
        assert each.merge(people[0]) == 0
    assert {edit.id: edit for edit in people[0].edits} == everything
    assert people[0].dump() == people[1].dump() == people[2].dump()
    assert told(people[0]) == told(people[1]) == told(people[2])
    assert told(Study.parse(people[0].dump())) == told(people[0])


def test_what_somebody_does_in_a_line_that_another_deletes_meanwhile_is_not_lost() -> None:
    study = Study.of(played(moves=12))
    line = tried(study.main_line()[4])
    quiet = tried(study.main_line()[5])
    one, other = copies(study, "ab")
    one[line.id].delete()
    one[quiet.id].delete()
    further = tried(other[line.id])
    said = other[line.id].comment("wait", by="b")
    one.merge(other)
    other.merge(one)
    assert told(one) == told(other)
    assert one[further.id] in list(one)
    assert one[line.id].comments == [said]
    assert one[quiet.id] not in list(one)


def test_what_was_withdrawn_can_be_withdrawn_without_end() -> None:
    study = Study("luminos", players=2, seed=1, author="a")
    study.root.comment("hm")
    for number in range(2000):
        study.withdraw(study.edits[-1])
        assert bool(study.root.comments) == bool(number % 2) or number > 20
    again = Study.parse(study.dump())
    assert again.dump() == study.dump()
    assert [said.text for said in again.root.comments] == ["hm"]
    assert len(again) == 1


def test_two_comments_and_two_names_for_one_position() -> None:
    one, other = copies(Study.of(played(moves=5)), "ab")
    for study in (one, other):
        study.root.comment(f"by {study.author}")
        study.root.name = f"of {study.author}"
    one.merge(other)
    other.merge(one)
    assert [comment.text for comment in one.root.comments] == ["by a", "by b"]
    assert one.root.name == other.root.name == "of b"


def test_listeners_hear_of_all_changes_once() -> None:
    one, other = copies(Study.of(played(moves=5)), "ab")
    heard: list[Edit] = []
    stop = one.listen(heard.extend)
    one.root.comment("own", by="a")
    other.root.comment("theirs", by="b")
    one.merge(other)
    one.merge(other)
    assert [edit.id.split("-")[1] for edit in heard] == ["a", "b"]
    stop()
    one.root.comment("more", by="a")
    assert len(heard) == 2


# Who may know what


@pytest.mark.parametrize("game", [name for name in lumarium.games() if lumarium.game(name).private])
def test_a_study_from_a_seat_shows_what_that_seat_knew_until_it_is_opened(game: str) -> None:
    match = played(game, moves=12)
    study = Study.of(match, seat=1)
    for at, node in enumerate(study.main_line()):
        assert node.view() == match.record.replay(at).view(1)
        assert node.scene() == study.game.scene(match.record.replay(at).view(1), "en", study.names)
    node, move = study.main_line()[6], study.main_line()[7].move or ""
    for hidden in (
        lambda: node.view(0),
        lambda: node.scene(2),
        lambda: node.state,
        lambda: node.picks,
        lambda: node.add(move),
        lambda: node.outcomes(move),
        lambda: study.line(node),
        lambda: study.record,
        node.match,
    ):
        with pytest.raises(BadEdit, match="seat 2"):
            hidden()
    node.comment("I did not know better", by="Ben")
    again = Study.parse(study.dump())
    assert again.seat == 1
    again.open()
    assert again.main_line()[6].view(0) == match.record.replay(6).view(0)
    assert Study.parse(again.dump()).seat is None


def test_a_closed_study_tells_the_same_of_every_world_that_its_seat_cannot_tell_apart() -> None:
    match = played("lumen", moves=9)
    study = Study.of(match, seat=1)
    node = study.main_line()[-1]
    world = study.game.imagine(node.view(), Chance(8))
    assert msgspec.json.encode(world.view(1)) == msgspec.json.encode(node.view())
    shown = study.game.scene(world.view(1), "en", study.names)
    assert shown.json() == node.scene().json()


def test_ten_thousand_positions_stay_usable(long: bool) -> None:
    study, luck = Study("luminos", players=3, seed=5, author="a"), Chance(1)
    nodes = [study.root]
    while len(nodes) < (10_000 if long else 600):
        node = nodes[-1] if luck.pick(10) else luck.choice(nodes)
        if not study.state_at(node.branch).over:
            nodes.append(node.add(luck.choice(node.state.legal())))
        else:
            nodes.append(study.root)
    again = Study.parse(study.dump())
    assert len(again) == len(study)
    # However far in, few moves are played again for a step: those since the last position that is kept.
    end = max(again, key=lambda node: node.depth)
    again.scene(end)
    assert end.depth > 2 * CHECKPOINT
    near = [node for node in (end, *ancestors(end))[: CHECKPOINT + 1] if again.is_kept(node.branch)]
    assert len(near) >= 2


def ancestors(node: Node) -> list[Node]:
    return [] if node.parent is None else [node.parent, *ancestors(node.parent)]
