import { parseHtml } from './parse-html.ts'

const TIMES = 4

const CARDS = Array.from(
  { length: 60 },
  (_, n) =>
    `<section class="card"><h3>Harbour number ${n}</h3><p>Oil on canvas, painted on a <em>grey</em> morning.</p><a href="/prints/${n}">See the print</a></section>`,
)

const PAGE = `<!doctype html><html lang="en"><head><title>Harbours</title><meta name="description" content="Harbours in oil."><style>p{}</style></head>
<body><h1>Harbours</h1><ul><li><a rel="me" href="https://harbours.example/">Elsewhere</a></li></ul><img src="/boat.png" alt="A boat">${CARDS.join('\n')}</body></html>`

/** Reads a page of nobody's: code that has never run is slow, and the first scan would have to wait for it. */
export function practiseReading(): void {
  for (let times = 0; times < TIMES; times++) parseHtml(PAGE, 'https://harbours.invalid/')
}
