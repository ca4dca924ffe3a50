import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

/** `crawl.mjs crawlee <origin> <pages> <at once>`: as `collect-client.ts`, by crawlee as its documentation has it. */
const [, origin, pages, atOnce] = process.argv.slice(2)
log.setLevel(log.LEVELS.ERROR)

let links = 0
const crawl = async (path, count) => {
  const crawler = new CheerioCrawler(
    {
      minConcurrency: Number(atOnce),
      maxConcurrency: Number(atOnce),
      useSessionPool: false,
      maxRequestRetries: 0,
      async requestHandler({ $, request }) {
        const found = $('a[href]')
          .map((_, a) => new URL($(a).attr('href'), request.url).href)
          .get()
        const facts = {
          title: $('title').text(),
          name: $('meta[property="og:title"]').attr('content'),
          text: $('body').text(),
        }
        if (facts.text.length > 0) links += found.length
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true, availableMemoryRatio: 1 }),
  )
  await crawler.run(Array.from({ length: count }, (_, page) => `${origin}/${path}/${page}`))
}

await crawl('warm', Number(pages))
links = 0
const cpuBefore = process.cpuUsage()
const started = performance.now()
await crawl('page', Number(pages))
const { user, system } = process.cpuUsage(cpuBefore)
console.log(
  JSON.stringify({
    pages: Number(pages),
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - started) / 1000,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    links,
  }),
)
process.exit(0)
