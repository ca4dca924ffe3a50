import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltFile, readBuilt } from './built-files.ts'
import { sendBytes, sendFile } from './send-built.ts'

/** Nothing from elsewhere, nothing inline; `blob:` for screenshots, which are read with the bearer token. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No text becomes markup or code, whatever a page of ours is led to do with it; stored pages are read in a document apart.
  "require-trusted-types-for 'script'",
  'trusted-types toscan-stored-page',
].join('; ')

const ABSENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Toscan</title>
<h1>Toscan</h1>
<p>The service runs. Its dashboard has not been built here: <code>npm run build</code> builds it, and the next start serves it.</p>
<p>The interface is described at <a href="/docs">/docs</a>.</p>
</html>
`

/** Everything else below these is somebody else's and answers as it always has. */
const NOT_OURS = /^\/(api|docs|guide|openapi\.json|healthz|readyz|metrics)(\/|$)/

/**
 * Answers requests for the dashboard: its files, and its page for every address that a person opens, since the dashboard
 * knows its own addresses. False for all that is not a person's: that stays a 404 in JSON.
 * @param folder of the build; null: no dashboard at all
 */
export function createDashboard(folder: string | null) {
  const files = folder === null ? null : readBuilt(folder)
  const page = files?.get('/index.html')

  return {
    /** What `/` answers to everybody. */
    start(request: FastifyRequest, reply: FastifyReply) {
      if (folder === null) return reply.redirect('/docs')
      return page ? sendPage(request, reply, page) : sendHtml(reply, ABSENT)
    },
    answer(request: FastifyRequest, reply: FastifyReply): boolean {
      const path = request.url.split(/[?#]/)[0] ?? ''
      if (!page || (request.method !== 'GET' && request.method !== 'HEAD') || NOT_OURS.test(path))
        return false
      const file = files?.get(path)
      if (file && file !== page) sendFile(request, reply, file, POLICY)
      else if (file === page || isNavigation(request, path)) sendPage(request, reply, page)
      else return false
      return true
    },
  }
}

/** A person opens an address; a name with an ending was a file, and a script that is gone must not be a page. */
function isNavigation(request: FastifyRequest, path: string): boolean {
  const mode = request.headers['sec-fetch-mode']
  const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? '')
  return wantsPage && (mode === undefined || mode === 'navigate') && !/\.\w+$/.test(path)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: BuiltFile) {
  reply.header('content-security-policy', POLICY)
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cache-control', 'no-store')
  return sendBytes(request, reply, page)
}

function sendHtml(reply: FastifyReply, html: string) {
  reply.header('content-security-policy', POLICY)
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
