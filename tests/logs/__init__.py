"""Logs of every released version of the rules, as ``adjutant export`` writes them.

``python -m tests.logs`` plays the golden scripts and writes the logs of the present version. Once a version is released
its logs are never written again: they prove that later bots still read them.
"""
