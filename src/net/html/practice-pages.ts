import type { FetchPage, PageResponse } from '../../evidence/page.ts'
import { parseHtml } from './parse-html.ts'

const HOSTS = ['harbours.example', 'boats.example', 'prints.example']

/** The first page of a creator of nobody's, who has two others. */
export const PRACTICE_PROFILE = `https://${HOSTS[0]}/mina`

/** Answers with pages of nobody's, read as pages are read that were fetched. Nobody is asked. */
export const fetchPracticePage: FetchPage = async ({ url }) => ({ ok: true, response: practicePage(url) })

function practicePage(url: string): PageResponse {
  const host = new URL(url).host
  const html = pageOf(host)
  return {
    requestedUrl: url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html' },
    hops: [],
    contentType: 'text/html',
    bytes: html.length,
    truncated: false,
    sha256: '0'.repeat(64),
    fetchedAt: new Date().toISOString(),
    durationMs: 0,
    page: parseHtml(html, url),
    json: undefined,
    text: '',
  }
}

function pageOf(host: string): string {
  const others = HOSTS.filter((other) => other !== host)
  const cards = Array.from(
    { length: 40 },
    (_, n) =>
      `<section class="card"><h3>Harbour number ${n}</h3><p>Oil on canvas, painted on a <em>grey</em> morning for ${host}.</p><a href="/prints/${n}">See the print</a></section>`,
  )
  const links = others.map((other) => `<li><a rel="me" href="https://${other}/mina">${other}</a></li>`)
  return `<!doctype html><html lang="en"><head><title>Mina</title><meta name="description" content="Mina paints harbours in oil."><style>p{}</style></head>
<body><h1>Mina</h1><ul>${links.join('')}</ul><img src="/boat.png" alt="A boat">${cards.join('\n')}</body></html>`
}
