"""The app's icons as PNG files, from src/lumarium/web/icons/icon.svg.

    python -m bench.icons

Needs resvg-py. `icon-maskable-N.png` fills its square and lets the device cut its own shape; `icon-N.png` has the
rounded corners of the favicon.
"""

from __future__ import annotations

from pathlib import Path

from resvg_py import svg_to_bytes

ICONS = Path(__file__).parents[1] / "src" / "lumarium" / "web" / "icons"
SIZES = (192, 512)
CORNER = 120
"""Of the favicon: 15 of 64."""


def rounded(svg: str) -> str:
    """The same picture with round corners."""
    head, body = svg.split(">", 1)
    clip = f'<clipPath id="corners"><rect width="512" height="512" rx="{CORNER}"/></clipPath>'
    return f'{head}>{clip}<g clip-path="url(#corners)">{body.removesuffix("</svg>")}</g></svg>'


def icons() -> dict[str, bytes]:
    """All of them, by file name."""
    svg = (ICONS / "icon.svg").read_text().strip()
    drawn = {"icon": rounded(svg), "icon-maskable": svg}
    return {
        f"{name}-{size}.png": bytes(svg_to_bytes(svg_string=text, width=size, height=size))
        for name, text in drawn.items()
        for size in SIZES
    }


def main() -> None:
    """Writes them beside the picture they come from."""
    for name, data in icons().items():
        (ICONS / name).write_bytes(data)
        print(f"{name}: {len(data) / 1024:.1f} KB")


if __name__ == "__main__":
    main()
