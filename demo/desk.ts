import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { ReceivedMail } from './mail-server.ts'
import type { DemoPerson } from './people.ts'
import { escapeHtml } from './web/site.ts'

export interface Desk {
  url: string
  /** Where somebody is signed in by one click, by their address. */
  links: { person: DemoPerson; url: string }[]
  mailUrl: string
  close(): Promise<void>
}

/**
 * The demo's own pages, beside the service on the same host: links that sign somebody in, and the mail that came. Cookies know no ports, so that
 * what is set here counts there. In one browser one person is signed in at a time.
 */
export async function startDesk({
  serviceUrl,
  orgId,
  people,
  mails,
}: {
  serviceUrl: string
  orgId: string
  people: readonly DemoPerson[]
  mails: readonly ReceivedMail[]
}): Promise<Desk> {
  // Nobody's page elsewhere can know them.
  const doors = new Map(people.map((person) => [`/as/${randomBytes(9).toString('base64url')}`, person]))
  let host = ''
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const person = doors.get(path)
    // Another name that leads here is somebody else's.
    if (request.headers.host !== host) send(response, 403, 'Not here')
    else if (person) await signIn(person, { serviceUrl, orgId }, response)
    else if (path === '/mail') send(response, 200, mailPage(mails, serviceUrl))
    else if (path === '/') send(response, 200, frontPage(doors))
    else send(response, 404, 'Not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  host = `${new URL(serviceUrl).hostname}:${port}`
  const url = `http://${host}`
  return {
    url,
    links: [...doors].map(([path, person]) => ({ person, url: `${url}${path}` })),
    mailUrl: `${url}/mail`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** As the form of the service does it; what it sets in this browser is handed on. */
async function signIn(
  { email, password }: DemoPerson,
  { serviceUrl, orgId }: { serviceUrl: string; orgId: string },
  response: ServerResponse,
) {
  const answer = await fetch(`${serviceUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: serviceUrl },
    body: JSON.stringify({ email, password }),
  }).catch(() => null)
  if (!answer?.ok)
    return send(
      response,
      502,
      `The service does not sign ${escapeHtml(email)} in (${answer?.status ?? 'no answer'}).`,
    )
  response
    .writeHead(303, { 'set-cookie': answer.headers.getSetCookie(), location: `${serviceUrl}/o/${orgId}` })
    .end()
}

function frontPage(doors: Map<string, DemoPerson>): string {
  const items = [...doors].map(
    ([path, { email, says }]) =>
      `<li><a href="${path}">Sign in as ${escapeHtml(email)}</a>: ${escapeHtml(says)}</li>`,
  )
  return `<h1>Toscan: the demo</h1><ul>${items.join('')}</ul><p><a href="/mail">Mail that came</a></p>`
}

function mailPage(mails: readonly ReceivedMail[], serviceUrl: string): string {
  const all = mails
    .toReversed()
    .map(
      ({ to, headers, text }) =>
        `<article><h2>${escapeHtml(headers.subject ?? 'Without a subject')}</h2><p>To ${escapeHtml(to.join(', '))}</p><pre>${linked(escapeHtml(text), serviceUrl)}</pre></article>`,
    )
  return `<h1>Mail that came (${mails.length})</h1>${all.join('') || '<p>None yet. Notifications go within two minutes.</p>'}`
}

/** Only what leads to the service itself. */
function linked(escaped: string, serviceUrl: string): string {
  const start = serviceUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped.replace(new RegExp(`${start}/[\\w/#?=&;.-]*`, 'g'), '<a href="$&">$&</a>')
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border:1px solid #8886;border-radius:8px;padding:0 1rem;margin:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}'

function send(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
  })
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><title>Toscan: the demo</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
  )
}
