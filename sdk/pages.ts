/** A list that is read page by page: iterate over its items, over its pages, or ask for the first page only. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  firstPage(): Promise<Page>
  pages(): AsyncIterable<Page>
}

/** @param read the page behind a cursor, the first one for undefined */
export function pagesOf<Item, Page extends { next_cursor: string | null }>(
  read: (after: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Pages<Item, Page> {
  async function* pages() {
    let after: string | undefined
    do {
      const page = await read(after)
      yield page
      after = page.next_cursor ?? undefined
    } while (after !== undefined)
  }
  return {
    firstPage: () => read(undefined),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* itemsOf(page)
    },
  }
}
