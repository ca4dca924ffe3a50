import type { CDPSession, Page } from 'playwright-core'

/** What is kept of a document at most. */
export const MAX_BYTES = 4 * 1024 * 1024
/** How long a page that has been read may go on loading things. */
export const SETTLE_MS = 3000

/** What `read` gives, or at the last moment what it kept on the way; without either it goes on until the deadline. */
export async function readBefore(
  last: Promise<void>,
  read: (keep: (early: Document) => void) => Promise<Document>,
): Promise<Document> {
  let early: Document | null = null
  const whole = read((document) => {
    early = { ...document, cut: true }
  })
  return Promise.race([whole, last.then(() => early ?? whole)])
}

interface Document {
  html: string
  cut: boolean
  url: string
  type: string
}

/** Runs where the page's own scripts cannot replace what it calls. */
const READ = `(() => {
  const html = document.documentElement ? document.documentElement.outerHTML : ''
  return { html: html.slice(0, ${MAX_BYTES}), cut: html.length > ${MAX_BYTES} || document.readyState === 'loading', url: location.href, type: document.contentType }
})()`

interface Reader {
  session: CDPSession
  page: Page
  frameId: string
  signal: AbortSignal
}

/** The document as it stands; again when it was left while we read. */
export async function readDocument({ session, page, frameId, signal }: Reader): Promise<Document> {
  for (let attempt = 1; ; attempt++) {
    try {
      const world = { frameId, worldName: 'reader' }
      const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
      const reading = { expression: READ, contextId: executionContextId, returnByValue: true }
      const { result } = await session.send('Runtime.evaluate', reading)
      return result.value as Document
    } catch (error) {
      if (attempt === READ_ATTEMPTS || signal.aborted) throw error
      await page.waitForLoadState('domcontentloaded', { timeout: SETTLE_MS }).catch(() => {})
    }
  }
}

const READ_ATTEMPTS = 3
