"""What may be sent, as hypothesis makes it, from the schema that the server serves."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


class Grammar:
    """Reads the parts of JSON Schema that the protocol is written in."""

    def __init__(self, document: Json) -> None:
        self._schemas: Json = document["components"]["schemas"]

    def sound(self, schema: Json) -> st.SearchStrategy[Any]:
        """What the schema allows."""
        if "$ref" in schema:
            return self.sound(self._schemas[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return st.one_of([self.sound(each) for each in schema["anyOf"]])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                return st.lists(self.sound(schema["items"]), max_size=min(4, schema.get("maxItems", 4)))
            case "string":
                return st.text(min_size=schema.get("minLength", 0), max_size=min(80, schema.get("maxLength", 80)))
            case "integer":
                least, most = schema.get("minimum"), schema.get("maximum")
                small = st.integers(least or 0, min(4, most or 4))
                return small | st.integers(least if least is not None else -(2**63), most or 2**63 - 1)
            case "boolean":
                return st.booleans()
            case "null":
                return st.none()
        return ANYTHING

    def _object(self, schema: Json) -> st.SearchStrategy[Json]:
        fields: Json = schema.get("properties", {})
        needed = set(schema.get("required", ()))
        if not fields:
            return st.dictionaries(st.text(max_size=8), ANYTHING, max_size=2)
        return st.fixed_dictionaries(
            {name: self.sound(field) for name, field in fields.items() if name in needed},
            optional={name: self.sound(field) for name, field in fields.items() if name not in needed},
        )

    def any(self, schema: Json) -> st.SearchStrategy[Any]:
        """The same, sometimes with one field that is anything at all."""
        return st.one_of(self.sound(schema), self.sound(schema), self._spoilt(schema))

    def _spoilt(self, schema: Json) -> st.SearchStrategy[Any]:
        def spoil(message: Any, at: int, value: Any) -> Any:
            names = [*message, "more"] if isinstance(message, dict) else []
            return {**message, names[at % len(names)]: value} if names else value

        return st.builds(spoil, self.sound(schema), st.integers(0, 9), ANYTHING)
