import type { PageResponse, RenderPage, Screenshot } from '../../evidence/page.ts'

/** What the browser made of a page, or the sign under which evidence records that it could not. */
export type Rendered =
  | { ok: true; response: PageResponse; screenshot: Screenshot | null }
  | { ok: false; signal: string }

/** A scan's share of the browser: goes on where this answer left off. */
export type Rendering = (
  response: Pick<PageResponse, 'requestedUrl' | 'finalUrl' | 'hops'>,
  options: { signal: AbortSignal; robots?: boolean },
) => Promise<Rendered>

/** A visit costs a hundred times what a request does: a scan has `most` of them, for pages that show nothing without. */
export function createRendering(
  render: RenderPage | null,
  { most, screenshots }: { most: number; screenshots: boolean },
): Rendering {
  let left = most
  return async ({ requestedUrl, finalUrl, hops }, { signal, robots }) => {
    if (render === null) return NEEDS_BROWSER
    if (left <= 0) return { ok: false, signal: 'render_budget' }
    left--
    const cameBy = { url: requestedUrl, hops }
    const result = await render(finalUrl, { signal, cameBy, robots, screenshot: screenshots })
    if (result.ok) return result
    return { ok: false, signal: result.reason.replace(/^(?!browser_)/, 'render_') }
  }
}

export const NEEDS_BROWSER: Rendered = { ok: false, signal: 'needs_browser' }
