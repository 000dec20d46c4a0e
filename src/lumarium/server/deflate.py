"""Messages packed as RFC 7692 says, with little kept for each connection.

A packer that goes on from message to message (context takeover) holds tens of kilobytes for as long as somebody is
connected, nearly all of it to be made again from what was said last. So only that is kept: every message has a packer
of its own, which begins with it as its dictionary. To whoever unpacks it there is no difference.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

WINDOW_BITS = 13
KEPT = 6000
"""Bytes of what was said last."""
MARGIN = 512
"""So much of its window a packer needs for itself."""
LEAST = 160
"""Shorter messages are sent as they are."""
LEVEL, MEMORY = 2, 6
"""Half the time of the usual level for a fifth more bytes."""
TAIL = 4
"""A flushed block ends with so many bytes, which are left out."""


class Packing(PerMessageDeflate):
    """What one connection packs and unpacks with."""

    def __init__(self, agreed: PerMessageDeflate) -> None:
        # As far as the library knows, nothing is kept from message to message.
        super().__init__(
            agreed.remote_no_context_takeover, True, agreed.remote_max_window_bits, agreed.local_max_window_bits
        )
        self.said = b""
        self.kept = 0 if agreed.local_no_context_takeover else min(KEPT, (1 << self.local_max_window_bits) - MARGIN)

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode in CTRL_OPCODES or len(frame.data) < LEAST:
            return frame
        assert frame.fin, "messages are sent in one piece"
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -self.local_max_window_bits, MEMORY, zdict=self.said)
        packed = packer.compress(frame.data) + packer.flush(zlib.Z_SYNC_FLUSH)
        if self.kept:
            self.said = (self.said + frame.data)[-self.kept :]
        return Frame(frame.opcode, packed[:-TAIL], rsv1=True)


class PackingFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on how messages are packed. What it sends is not remembered either: it is short."""

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True, server_max_window_bits=WINDOW_BITS, client_max_window_bits=WINDOW_BITS - 1
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Packing(agreed)
