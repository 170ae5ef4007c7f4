"""A campaign as a value over its log: it decides, follows entries, offers, and can be audited."""
