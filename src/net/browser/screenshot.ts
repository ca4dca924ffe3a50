import { createHash } from 'node:crypto'
import type { CDPSession } from 'playwright-core'
import type { Screenshot } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'

/** The window of a visit, in CSS pixels; a page is shown in its whole width. */
export const WINDOW = { width: 1280, height: 800 }
/** Of a longer page its beginning is shown. */
const MAX_HEIGHT = 4096
const MAX_BYTES = 1024 * 1024

/** Ever less, until it is small enough: pages of pictures are heavy. */
const TRIES = [
  { quality: 70, maxHeight: MAX_HEIGHT },
  { quality: 40, maxHeight: MAX_HEIGHT },
  { quality: 40, maxHeight: WINDOW.height },
]

/**
 * A JPEG of the page from its top, of at most 1 MiB; null when none was small enough.
 * @throws whatever the browser does.
 */
export async function takeScreenshot(
  session: Pick<CDPSession, 'send'>,
): Promise<(Screenshot & { body: Uint8Array }) | null> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  for (const { quality, maxHeight } of TRIES) {
    const height = Math.min(Math.max(Math.ceil(cssContentSize.height), WINDOW.height), maxHeight)
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality,
      clip: { x: 0, y: 0, width: WINDOW.width, height, scale: 1 },
      captureBeyondViewport: true,
    })
    const body = Buffer.from(data, 'base64')
    if (body.length > MAX_BYTES) continue
    return {
      sha256: createHash('sha256').update(body).digest('hex'),
      takenAt: sharedNow().toISOString(),
      bytes: body.length,
      cut: cssContentSize.height > height,
      body,
    }
  }
  return null
}
