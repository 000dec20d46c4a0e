"""Packed messages: whoever unpacks them in the usual way has what was said, and little is kept for each of them."""

from __future__ import annotations

import random
import zlib

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from lumarium.server.deflate import KEPT, LEAST, Packing, PackingFactory

TAIL = b"\x00\x00\xff\xff"


def agreed(*offer: tuple[str, str | None]) -> Packing:
    _, packing = PackingFactory().process_request_params(list(offer), [])
    assert isinstance(packing, Packing)
    return packing


def messages(number: int) -> list[bytes]:
    """Of all lengths, much alike, as scenes and changes are."""
    choice = random.Random(number)
    words = [f'{{"id":"piece{name}","x":{choice.randrange(900)}}}'.encode() for name in range(400)]
    return [b",".join(choice.choices(words, k=choice.choice((1, 3, 9, 60, 700)))) for _ in range(60)]


@pytest.mark.parametrize("bits", range(9, 16))
@pytest.mark.parametrize("takeover", [True, False])
def test_what_is_packed_can_be_unpacked(bits: int, takeover: bool) -> None:
    offer = [("server_max_window_bits", str(bits)), *([] if takeover else [("server_no_context_takeover", None)])]
    packing = agreed(*offer)
    assert packing.local_max_window_bits <= bits
    reader = zlib.decompressobj(-packing.local_max_window_bits)
    sizes = []
    for message in messages(bits):
        frame = packing.encode(Frame(Opcode.TEXT, message))
        if frame.rsv1:
            if not takeover:
                reader = zlib.decompressobj(-packing.local_max_window_bits)
            assert reader.decompress(bytes(frame.data) + TAIL) == message
            sizes.append(len(frame.data))
        else:
            assert frame.data == message
            assert len(message) < LEAST
    assert len(packing.said) <= (KEPT if takeover else 0)
    assert len(sizes) > 20


def test_what_was_said_before_makes_the_next_message_short() -> None:
    before, fresh = agreed(), agreed()
    message = random.Random(1).randbytes(1500).hex().encode()
    first, second = (len(before.encode(Frame(Opcode.TEXT, message)).data) for _ in range(2))
    assert second < first / 20
    assert len(fresh.encode(Frame(Opcode.TEXT, message)).data) == first


def test_pings_and_short_answers_are_sent_as_they_are() -> None:
    packing = agreed()
    for frame in (Frame(Opcode.PING, b"x" * 100), Frame(Opcode.TEXT, b"y" * (LEAST - 1))):
        assert packing.encode(frame) is frame
    assert packing.said == b""


def test_it_agrees_with_the_usual_client() -> None:
    """A browser's offer; what the client packs is not remembered."""
    client = ClientPerMessageDeflateFactory()
    answer, packing = PackingFactory().process_request_params([*client.get_request_params()], [])
    theirs = client.process_response_params(answer, [])
    assert theirs.local_no_context_takeover
    assert not theirs.remote_no_context_takeover
    for message in messages(3):
        assert theirs.decode(packing.encode(Frame(Opcode.TEXT, message))).data == message
        assert packing.decode(theirs.encode(Frame(Opcode.TEXT, message))).data == message
    assert not hasattr(packing, "decoder")
    assert not hasattr(packing, "encoder")
