"""The events of Gathering Storm, by chapter: what each changes and tells. A chapter with few events has them itself."""
