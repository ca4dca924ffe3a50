"""Lists that are read page by page."""

from __future__ import annotations

from typing import Any, Callable, Iterator

Page = dict[str, Any]


class Pages:
    """Iterate over its items, over its `pages()`, or ask for the `first_page()` only."""

    def __init__(self, read: Callable[[str | None], Page], items: str):
        self._read = read
        self._items = items

    def first_page(self) -> Page:
        return self._read(None)

    def pages(self) -> Iterator[Page]:
        after: str | None = None
        while True:
            page = self._read(after)
            yield page
            after = page["next_cursor"]
            if after is None:
                return

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for page in self.pages():
            yield from page[self._items]
