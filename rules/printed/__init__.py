"""Printed tables, and how they are looked up."""
