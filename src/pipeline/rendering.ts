import type { PageResponse, RenderPage } from '../evidence/page.ts'

/** What the browser made of a page, or the sign under which evidence records that it could not. */
export type Rendered = { ok: true; response: PageResponse } | { ok: false; signal: string }

/** A scan's share of the browser: goes on where this answer left off. */
export type Rendering = (response: PageResponse, signal: AbortSignal) => Promise<Rendered>

/** A visit costs a hundred times what a request does: a scan has `most` of them, for pages that show nothing without. */
export function createRendering(render: RenderPage | null, most: number): Rendering {
  let left = most
  return async ({ requestedUrl, finalUrl, hops }, signal) => {
    if (render === null) return NEEDS_BROWSER
    if (left <= 0) return { ok: false, signal: 'render_budget' }
    left--
    const result = await render(finalUrl, { signal, cameBy: { url: requestedUrl, hops } })
    if (result.ok) return { ok: true, response: result.response }
    return { ok: false, signal: result.reason.replace(/^(?!browser_)/, 'render_') }
  }
}

export const NEEDS_BROWSER: Rendered = { ok: false, signal: 'needs_browser' }
