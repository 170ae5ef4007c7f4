"""The events of Fields of Despair, by chapter: what each changes and tells. A chapter with few events has them itself.

A table that was read stands in its event as a ``Reading``; ``revealed`` is what the Revealed SPs marker reads
afterwards. Nothing is secret, because the Central Powers have no player.
"""
