"""The page of the local Discord in a real browser, played as people play it. `make test-page` runs them."""
