"""What the tables of the tests hold for each feature: the module ``rows`` beside its tests."""

from importlib import import_module
from pkgutil import iter_modules

from rules.campaign import features

ROWS = [import_module(f"{__name__}.{each.name}.rows") for each in iter_modules(features.__path__)]
