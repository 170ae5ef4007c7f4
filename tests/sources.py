"""Sources of this project, read as trees."""

import ast
import gc


def tree_of(source: str) -> ast.Module:
    """What a source parses to.

    No garbage is collected meanwhile. In Python 3.11 the parser ends in a ``SystemError`` when it is called from a
    finalizer while it runs, and a task that failed and that nobody asked prints a traceback from its finalizer, for
    whose carets the line is parsed.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if was_enabled:
            gc.enable()
