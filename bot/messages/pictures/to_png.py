"""Turns an SVG from its input into a PNG on its output: a program of its own, which ``gallery.render`` runs.

While the library draws, it lets no other Python code of its process run; here the bot can go on meanwhile.
"""

import sys

from resvg_py import svg_to_bytes


def main(font_file: str, font: str, zoom: str) -> None:
    """Draw one picture with one font and no other."""
    png = svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        zoom=float(zoom),
        skip_system_fonts=True,
        font_files=[font_file],
        font_family=font,
        sans_serif_family=font,
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main(*sys.argv[1:])
