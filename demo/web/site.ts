import type { ServerResponse } from 'node:http'

/** What one address of the made-up web answers. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Writes the body itself, for answers that are no text or have no end. */
  send?: (outgoing: ServerResponse) => void
}

export interface DemoRequest {
  url: URL
  /** The visitor says that it is an ordinary browser. */
  isBrowser: boolean
  /** As it was sent; empty where none was. */
  cookie: string
}

export type Page = Answer | ((request: DemoRequest) => Answer)

/** Pages by host and path without scheme, `instagram.com/name/`; a query in the key must match whole. */
export type Site = Record<string, Page>

/** Hosts in a site with this answer refuse every connection. */
export const NOBODY_THERE: Answer = { status: 0 }

export function redirect(location: string, status = 302): Answer {
  return { status, headers: { location } }
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

export function html(title: string, body: string, head = ''): Answer {
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>\n${head}</head>\n<body>\n${body}\n</body></html>\n`,
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
