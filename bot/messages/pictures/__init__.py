"""Pictures of campaigns: what the rules say is on one, drawn as SVG and PNG with its description."""
