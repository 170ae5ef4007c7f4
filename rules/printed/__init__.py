"""Printed tables: their shape, and how the rules read and show them."""
