"""Passkeys by the standard (WebAuthn): what a browser is asked, and whether its answer counts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

SECONDS = 300
"""So long somebody may look for their finger."""
HOUSE = "Lumarium"
# Whoever finds a key that somebody lost is not them: it has to know its owner.
_CHECKED = UserVerificationRequirement.REQUIRED


class NotValid(Exception):
    """An answer that does not count, and why."""


class Asked(NamedTuple):
    """What a browser is to do, as JSON, and what it has to sign."""

    options: dict[str, Any]
    challenge: str


class Made(NamedTuple):
    """A new passkey."""

    credential: str
    public: str
    counted: int


def handle(person: str) -> str:
    """What browsers know somebody by: nothing that is of use elsewhere."""
    return bytes_to_base64url(sha256(f"passkey {person}".encode()).digest())


def creation(origin: str, person: str, name: str, known: list[str]) -> Asked:
    """For a new passkey, where none of the known ones is kept yet. The name is for its owner's eyes."""
    asked = webauthn.generate_registration_options(
        rp_id=_name(origin),
        rp_name=HOUSE,
        user_id=base64url_to_bytes(handle(person)),
        user_name=name or HOUSE,
        timeout=SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_CHECKED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known],
    )
    return Asked(options_to_json_dict(asked), bytes_to_base64url(asked.challenge))


def request(origin: str) -> Asked:
    """For any passkey of this house: whose it is, it says itself."""
    asked = webauthn.generate_authentication_options(
        rp_id=_name(origin), timeout=SECONDS * 1000, user_verification=_CHECKED
    )
    return Asked(options_to_json_dict(asked), bytes_to_base64url(asked.challenge))


def made(origin: str, credential: dict[str, Any], challenge: str) -> Made:
    """The new passkey."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_name(origin),
            expected_origin=origin,
            require_user_verification=True,
        )
    except Exception as error:  # strangers' bytes fail in many ways, down to the parsers
        raise NotValid(str(error)) from error
    public = bytes_to_base64url(found.credential_public_key)
    return Made(bytes_to_base64url(found.credential_id), public, found.sign_count)


def proven(origin: str, credential: dict[str, Any], challenge: str, public: str, count: int) -> int:
    """How often it says that it was used, if it is the passkey to which this public key belongs."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_name(origin),
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(public),
            credential_current_sign_count=count,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise NotValid(str(error)) from error
    return found.new_sign_count


def _name(origin: str) -> str:
    return urlsplit(origin).hostname or ""
