import type { BrowserContext, Page } from 'playwright-core'

/** A browser context that holds nothing of anybody. */
export interface EmptyContext {
  context: BrowserContext
  /** Closes what was opened in it, and leaves it to the next, empty. */
  giveBack(): Promise<void>
}

export interface KeptContexts {
  /** One that nobody uses, or a new one. */
  take(): Promise<EmptyContext>
  close(): Promise<void>
}

/**
 * Windows that are open one after the other have the same context: a new one has a new process of Chromium too, which compiles all of the dashboard and
 * of axe once more: a fifth of what these tests computed. A page of the same origin stays in each, so that its process does.
 */
export function keepContexts(make: () => Promise<BrowserContext>): KeptContexts {
  const all: BrowserContext[] = []
  const free: EmptyContext[] = []
  return {
    async take() {
      const kept = free.pop()
      if (kept) return kept
      const context = await make()
      all.push(context)
      const keeper = await context.newPage()
      await keeper.goto('/icon.svg')
      const empty: EmptyContext = {
        context,
        async giveBack() {
          await emptyAround(keeper)
          free.push(empty)
        },
      }
      return empty
    },
    async close() {
      await Promise.all(all.map((context) => context.close()))
    },
  }
}

/** What a page can leave to another one of its origin; the cache keeps files that no page can change. */
async function emptyAround(keeper: Page) {
  const context = keeper.context()
  const others = context.pages().filter((page) => page !== keeper)
  await Promise.all(others.map((page) => page.close()))
  await context.clearCookies()
  await keeper.evaluate(() => localStorage.clear())
}
