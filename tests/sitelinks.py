"""A hook of MkDocs: a link out of ``docs/`` leads to the repository on the site, and to the file itself on GitHub."""

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(?<=\]\()(?P<target>(?![a-z]+:|#|/)[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=\))")


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """The page with its outward links rewritten."""
    folder = posixpath.dirname(posixpath.join("docs", page.file.src_uri))

    def lead(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link["target"]))
        if target.startswith("docs/") and (ROOT / target).is_file():
            return link[0]
        kind = "tree" if (ROOT / target).is_dir() else "blob"
        return f"{config['extra']['repository']}/{kind}/main/{target}{link['anchor'] or ''}"

    return LINK.sub(lead, markdown)
