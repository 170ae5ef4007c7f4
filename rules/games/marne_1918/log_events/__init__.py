"""The events of Marne 1918, by chapter: what each changes and tells. A chapter with few events has them itself."""
