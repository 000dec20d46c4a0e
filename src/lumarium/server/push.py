"""Web Push by the standards: encrypted for one browser (RFC 8291), and signed by this house (RFC 8292)."""

from __future__ import annotations

import base64
import os
import time
from functools import cache
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
DAY = 86400
SIGNED_FOR = 12 * 3600
"""Seconds; a push service takes a day at most."""
CURVE = ec.SECP256R1()


def new_key() -> str:
    """This house's own key, to be kept secret."""
    return _text(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


@cache
def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(key), "big"), CURVE)


@cache
def public_key(key: str) -> str:
    """What browsers are told of it."""
    return _text(_point(_private(key).public_key()))


def headers(key: str, endpoint: str, origin: str) -> dict[str, str]:
    """What tells a push service who sends."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": origin if origin.startswith("https:") else "mailto:nobody@localhost",
    }
    signed = ".".join(_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "authorization": f"vapid t={token}, k={public_key(key)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(DAY),
        "urgency": "normal",
    }


def encrypted(text: bytes, p256dh: str, auth: str) -> bytes:
    """For the one browser that has these; ValueError if they are none."""
    return _sealed(text, _bytes(p256dh), _bytes(auth), os.urandom(16), ec.generate_private_key(CURVE))


def _sealed(text: bytes, theirs: bytes, auth: bytes, salt: bytes, own: ec.EllipticCurvePrivateKey) -> bytes:
    ours = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derived(auth, shared, b"WebPush: info\x00" + theirs + ours, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
