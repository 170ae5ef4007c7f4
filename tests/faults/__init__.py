"""Faults as tests: processes that are killed, disks that fail, a Discord that loses what it is told.

``make test`` plays a short round of each, ``make test-faults`` a long one. Each test prints its seed and what it
counted.
"""
