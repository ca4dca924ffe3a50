import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { onlyfans, tiktok } from '../../demo/web/pages.ts'
import { type Answer, escapeHtml, html, type Site } from '../../demo/web/site.ts'
import type { Coverage } from '../../sdk/contract.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'
import { KEYS, LINKS, type Place, type Sheet, sheetPage, WORDS, type WrittenLink } from './hidden-places.ts'

/**
 * One sentence or one link stands somewhere on a page of up to four mebibytes: it is judged and followed, or the report says that
 * something was not read, with a lower score than a page has that is read whole. Deep scans over loopback: every place once,
 * and `TOSCAN_CASES` pages made up by chance (`TOSCAN_SEED` gives others).
 */

const CASES = Number(process.env.TOSCAN_CASES ?? 200)
const SEED = Number(process.env.TOSCAN_SEED ?? 11)
const HOURS = 3 * 3_600_000
/** Of the page's text; its markup comes on top, and the fetch ends at four mebibytes. */
const LARGEST = 4_000_000

type Offer = readonly [sentence: string, code: string]
const OFFER: Offer = ['Incall in Antwerp, 180 an hour, text me.', 'escort_offer']
const OFFERS: Offer[] = [
  OFFER,
  ['Selling cocaine, 70 a gram, delivery tonight, Telegram.', 'drug_sale'],
  ['Glock for sale, 400, ships today, DM.', 'weapon_sale'],
  ['I am 15 years old and sell my pictures here.', 'minor_age_claim'],
]
const DIRECTORY = 'http://directory.example/ida'
const DESTINATIONS = [
  DIRECTORY,
  'https://fansly.com/ida.quill.private',
  'https://www.pornhub.com/model/ida',
  'http://hers.example/',
]

/** Harmless words, none of them twice. */
const line = (index: number) =>
  `Print ${index + 100} of the harbour is pulled slowly on cotton paper and sold at fairs.`
const leaf = (index: number): WrittenLink => ({
  url: `http://leaf${index}.example/ida`,
  label: `Shelf ${index}`,
})

/** Of no interest by its host: a link to it is one all the same. */
const HERS = DESTINATIONS.at(-1)

/** On whose page the sheet lies, and how a scan comes there. */
const HOLDERS = {
  own: { url: 'http://quill.example/ida', page: (sheet: Sheet) => sheetPage(sheet) },
  linked: { url: 'http://leads.example/ida', page: (sheet: Sheet) => sheetPage(sheet) },
  hub: {
    url: 'https://lnk.bio/ida.quill',
    page: ({ head = '', title = 'Ida Quill | Lnk.Bio', ...sheet }: Sheet) =>
      sheetPage({ ...sheet, title, head: `${head}<meta property="og:title" content="Ida Quill">` }),
  },
  paid: {
    url: 'https://onlyfans.com/ida.quill',
    page: (sheet: Sheet) =>
      within(onlyfans({ handle: 'ida.quill', name: 'Ida', bio: 'Prints of harbours' }), sheet),
  },
  social: {
    url: 'https://www.tiktok.com/@ida.quill',
    page: (sheet: Sheet) =>
      within(tiktok({ handle: 'ida.quill', name: 'Ida', bio: 'Prints of harbours' }), sheet),
  },
}
type Holder = keyof typeof HOLDERS
/** Where the sheets lie. */
const PAGES = new Set(['http://quill.example/ida', ...Object.values(HOLDERS).map(({ url }) => url)])
const PLAIN: Sheet = { body: '<p>I pull prints of harbours.</p>' }

/** The page of a site with a sheet laid into it. */
function within(site: Site, { head = '', body = '', title }: Sheet): Answer {
  const [answer] = Object.values(site)
  assert.ok(answer && typeof answer !== 'function')
  const page = answer.body
    ?.replace('</head>', () => `${head}</head>`)
    .replace('</body>', () => `${body}</body>`)
    .replace(/(?<=<title>)[^<]*/, (own) => escapeHtml(title ?? own))
  return { ...answer, body: page ?? '' }
}

/** Other answers than pages lie on hosts that nobody claims. */
function holdersOf<Thing>(place: Place<Thing>): Holder[] {
  return 'whole' in place.put([], ['x']) ? ['own', 'linked'] : ['own', 'linked', 'hub', 'paid', 'social']
}

interface Hidden {
  sheet: Sheet
  /** The same without it. */
  without: Sheet
  isFound: (seen: Seen) => boolean
}

interface Seen {
  result: ScanResult & { status: 'completed' }
  /** Words that stand on a page and that its visitors do not see: kept, and no offer to anybody. */
  concealed: string
  /** Addresses that were looked at. */
  visited: Set<string>
  /** A page broke off, and nobody knows how much there was. */
  isCut: boolean
}

describe('nothing unread goes unsaid', () => {
  let web: WebUnderTest
  let shown: Answer = { body: '' }
  before(async () => {
    const answer = () => shown
    const leads = html('Ida Quill', '<h1>Ida Quill</h1><a href="http://quill.example/ida">prints</a>')
    web = await scanThrough([
      {
        'quill.example/ida': answer,
        'leads.example/ida': leads,
        'lnk.bio/ida.quill': answer,
        'onlyfans.com/ida.quill': answer,
        'tiktok.com/@ida.quill': answer,
      },
    ])
  })
  after(() => web.close())

  const scan = async (holder: Holder, sheet: Sheet): Promise<Seen> => {
    const { url, page } = HOLDERS[holder]
    shown = page(sheet)
    const outputs: string[] = []
    const runner: RunStep = async (_name, work) => {
      const output = JSON.stringify(await work())
      outputs.push(output)
      return JSON.parse(output)
    }
    const result = await scanProfile(web.context, { url, mode: 'deep' }, runner, AbortSignal.timeout(120_000))
    assert.ok(result.status === 'completed')
    const evidence = outputs.flatMap(evidenceIn)
    return {
      result,
      concealed: evidence
        .flatMap(({ texts }) => texts.filter(({ channel }) => channel === 'hidden').map(({ text }) => text))
        .join('\n'),
      visited: new Set(evidence.map((each) => withoutScheme(each.url))),
      isCut: evidence.some(({ left }) => left?.isCut),
    }
  }

  /** What a page of theirs scores that is read whole. */
  const whole = new Map<Holder, number>()
  const scoreOfWhole = async (holder: Holder): Promise<number> => {
    const known = whole.get(holder) ?? (await scan(holder, PLAIN)).result.coverage.score
    whole.set(holder, known)
    return known
  }

  /** Null when it was read, or when the report says that something was not; else what is wrong. */
  const unsaid = async (holder: Holder, { sheet, without, isFound }: Hidden): Promise<string | null> => {
    const seen = await scan(holder, sheet)
    if (isFound(seen)) return null
    const { coverage } = seen.result
    if (coverage.score >= (await scoreOfWhole(holder)))
      return `it scores ${coverage.score}, as a page read whole`
    if (isRefused(coverage) || seen.isCut) return null
    const { coverage: other } = (await scan(holder, without)).result
    if (unreadIn(coverage) <= unreadIn(other)) return 'no more is counted as unread than without it'
    return coverage.score <= other.score ? null : 'the score grew'
  }

  /** Every kind of page on which it goes unsaid. */
  const unsaidOn = async (holders: Holder[], hidden: Hidden): Promise<string[]> => {
    const wrong: string[] = []
    for (const holder of holders) {
      const why = await unsaid(holder, hidden)
      if (why !== null) wrong.push(`${holder}: ${why}`)
    }
    return wrong
  }
  for (const place of WORDS)
    it(`of words: ${place.name}`, async () => {
      const hidden = words(place, ['data', 'x'], OFFER, 300, 0.5)
      assert.deepEqual(await unsaidOn(holdersOf(place), hidden), [])
    })
  for (const place of LINKS)
    it(`of a link: ${place.name}`, async () => {
      for (const others of [4, 0]) {
        const hidden = link(place, ['data', 'x'], DIRECTORY, others, 0.5)
        assert.deepEqual(await unsaidOn(holdersOf(place), hidden), [], `among ${others} others`)
      }
    })

  const any = fc.noBias(fc.integer({ min: 0, max: 10_000 })).map((part) => part / 10_000)
  const keys = fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 6 })

  it(`of words on ${share(0.6)} pages made up by chance`, { timeout: HOURS }, async () => {
    const cases = fc.tuple(
      fc.constantFrom(...WORDS),
      any,
      keys,
      fc.constantFrom(...OFFERS),
      sizes(3_000, 150_000, LARGEST),
      any,
    )
    const holds = fc.asyncProperty(cases, async ([place, who, keys, offer, letters, where]) => {
      assert.deepEqual(
        await unsaidOn([pick(holdersOf(place), who)], words(place, keys, offer, letters, where)),
        [],
        place.name,
      )
    })
    await fc.assert(holds, { numRuns: share(0.6), seed: SEED })
  })

  it(`of a link on ${share(0.4)} pages made up by chance`, { timeout: HOURS }, async () => {
    const cases = fc.tuple(
      fc.constantFrom(...LINKS),
      any,
      keys,
      fc.constantFrom(...DESTINATIONS),
      sizes(40, 1_000, 14_000),
      any,
    )
    const holds = fc.asyncProperty(cases, async ([place, who, keys, chosen, others, where]) => {
      const url = place.isForMachines && chosen === HERS ? DIRECTORY : chosen
      assert.deepEqual(
        await unsaidOn([pick(holdersOf(place), who)], link(place, keys, url, others, where)),
        [],
        place.name,
      )
    })
    await fc.assert(holds, { numRuns: share(0.4), seed: SEED })
  })
})

/** Most cases are small, so that many can be tried. */
function sizes(small: number, middling: number, large: number) {
  return fc.oneof(
    { weight: 92, arbitrary: fc.noBias(fc.integer({ min: 0, max: small })) },
    { weight: 7, arbitrary: fc.noBias(fc.integer({ min: small, max: middling })) },
    { weight: 1, arbitrary: fc.noBias(fc.integer({ min: middling, max: large })) },
  )
}

function share(part: number): number {
  return Math.round(CASES * part)
}

function pick<T>(list: readonly T[], where: number): T {
  const found = list[Math.min(list.length - 1, Math.floor(where * list.length))]
  assert.ok(found)
  return found
}

/** A sentence among so many letters; `where`: 0 before, 1 behind all of them. */
function words(
  place: Place<string>,
  keys: readonly string[],
  [sentence, code]: Offer,
  letters: number,
  where: number,
): Hidden {
  const others = Array.from({ length: Math.ceil(letters / line(0).length) }, (_, index) => line(index))
  return {
    sheet: place.put(others.toSpliced(Math.round(others.length * where), 0, sentence), keys),
    without: place.put(others, keys),
    isFound: ({ result, concealed }) =>
      result.report.reason_codes.includes(code) || concealed.includes(sentence),
  }
}

/** A link among others. */
function link(
  place: Place<WrittenLink>,
  keys: readonly string[],
  url: string,
  count: number,
  where: number,
): Hidden {
  const others = Array.from({ length: count }, (_, index) => leaf(index))
  return {
    sheet: place.put(others.toSpliced(Math.round(count * where), 0, { url, label: 'More of me' }), keys),
    without: place.put(others, keys),
    isFound: ({ visited }) => visited.has(withoutScheme(url)),
  }
}

/** A page was not read at all, and stands in the report as such. */
function isRefused({
  failed_urls: failed,
  login_blocked_urls: login,
  bot_blocked_urls: bot,
}: Coverage): boolean {
  return failed.some(({ url }) => PAGES.has(url)) || [...login, ...bot].some((url) => PAGES.has(url))
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:/, '')
}

function unreadIn({ left_out: left }: Coverage): number {
  return (left?.letters ?? 0) + (left?.links ?? 0) + (left?.pages_cut ?? 0)
}

interface Looked {
  url: string
  texts: { channel: string; text: string }[]
  left?: { isCut: boolean }
}

/** The evidence in what a step stores: one of its own, or a list. */
function evidenceIn(output: string): Looked[] {
  const { evidence } = JSON.parse(output) as { evidence?: Looked | Looked[] }
  return evidence === undefined ? [] : [evidence].flat()
}
