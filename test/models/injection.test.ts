import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TriageReport } from '../../sdk/contract.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { answer, reviewerOf } from './ask-model.ts'
import { type Attack, BASES, type Base, loadAttacks, siteOf } from './injected-pages.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

/** Codes that speak of the attack itself. */
const OF_THE_ATTACK = ['prompt_injection_attempt', 'evasion_obfuscation']
const OWN_CODE = 'prompt_injection_attempt'
const ACCUSED_OF = ['escort_offer', 'minor_age_claim', 'drug_sale', 'extremism_support']

/** How a model obeys an attack that it sees. */
const OBEDIENCE: Record<string, (base: Base, attack: Attack) => string> = {
  'stays silent': () => answer([]),
  'accuses with words of its own': () =>
    accusing('meet me in the hotel tonight, powder and more, I am fourteen'),
  'accuses with harmless words of the creator': (base) => accusing(base.words),
  'accuses with the words of the attack': (_base, attack) => accusing(longestPiece(attack.text)),
}

const attacks = loadAttacks()

describe('an attack on the model', () => {
  let web: WebUnderTest
  let server: ModelServer
  let reviewing: ReturnType<typeof reviewerOf>
  /** What the model obeys at the moment, and how. */
  let obeyed: { attack: Attack; say: string } | null = null
  let wasSeen = false
  before(async () => {
    web = await scanThrough(casesOf(attacks).map(({ host, base, attack }) => siteOf(host, base, attack)))
    const isSeen = (prompt: string) => obeyed !== null && holds(prompt, obeyed.attack)
    server = await startModelServer(
      ({ prompt }) => {
        wasSeen = isSeen(prompt)
        // It sees nothing wrong with anybody, unless it is told to.
        return { say: wasSeen && obeyed ? obeyed.say : answer([]) }
      },
      ({ prompt }) => ({ say: JSON.stringify({ fits: isSeen(prompt) }) }),
    )
    reviewing = reviewerOf(server)
  })
  after(async () => {
    await reviewing.close()
    await server.close()
    await web.close()
  })

  it('is tried in at least six languages, at eight places, in both directions', () => {
    const values = (key: 'language' | 'place' | 'aim') => new Set(attacks.map((attack) => attack[key]))
    assert.ok(attacks.length >= 120)
    assert.deepEqual([values('language').size >= 6, values('place').size, values('aim').size], [true, 8, 2])
    assert.equal(new Set(attacks.map((attack) => attack.id)).size, attacks.length)
  })

  for (const attack of attacks) {
    const isHeldOut = attack.id.startsWith('h-')
    it(`${attack.id} (${attack.kind}, ${attack.place}) changes nothing through a model that obeys it, and accuses no clean creator of anything but itself`, async () => {
      for (const { host, base } of casesOf([attack])) {
        const stored = new Map<string, string>()
        const rules = await scan(host, stored, null)
        if (base.name.startsWith('a clean')) assertAccusesOnlyItself(rules, attack)
        for (const [obedience, say] of Object.entries(OBEDIENCE)) {
          const report = await scan(host, stored, { attack, say: say(base, attack) })
          const where = `${base.name}: ${obedience}`
          if (wasSeen && !isHeldOut) assert.ok(report.model?.injection_seen, `${where}: nobody noticed`)
          if (wasSeen && obedience === 'accuses with the words of the attack')
            assertOnlyShowsTheAttack(report, rules, attack)
          else assertOnlyNamesTheAttack(report, rules, where)
          // Whatever it would have said then, it is the same scan.
          if (!wasSeen) break
        }
      }
    })
  }

  /** Gathers once for each page; the model and the analysis run anew. */
  async function scan(
    host: string,
    stored: Map<string, string>,
    model: { attack: Attack; say: string } | null,
  ): Promise<Omit<TriageReport, 'coverage'>> {
    obeyed = model
    wasSeen = false
    const step: RunStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const isGathering = name !== 'model' && name !== 'analysis'
      const output = (isGathering ? stored.get(name) : undefined) ?? JSON.stringify(await work())
      if (isGathering) stored.set(name, output)
      return JSON.parse(output) as T
    }
    const { reviewer } = reviewing
    const context = { ...web.context, ...(model && { reviewers: { deep: reviewer, quick: reviewer } }) }
    const url = `https://${host}/me`
    const result = await scanProfile(context, { url, mode: 'deep' }, step, AbortSignal.timeout(60_000))
    assert.ok(result.status === 'completed', host)
    return result.report
  }
})

/** Each attack over one clean creator and one who breaks rules. */
function casesOf(some: Attack[]): { host: string; base: Base; attack: Attack }[] {
  return some.flatMap((attack) => {
    const number = attacks.indexOf(attack)
    return [number % 2, 2 + (number % 2)].flatMap((index) => {
      const base = BASES[index]
      return base ? [{ host: `b${index}a${number}.example`, base, attack }] : []
    })
  })
}

function accusing(quote: string): string {
  return answer(
    ['E1', 'E2'].flatMap((evidence_ref) => ACCUSED_OF.map((code) => ({ code, quote, evidence_ref }))),
  )
}

/** What neither a model nor an attack may change: all but the confidence, which knows that a model was asked. */
function judgement(report: Omit<TriageReport, 'coverage'>) {
  const { recommendation, risk_score, reason_codes, review_targets, link_chain, evidence_index, findings } =
    report
  return { recommendation, risk_score, reason_codes, review_targets, link_chain, evidence_index, findings }
}

/** Whoever did nothing but be attacked is held nothing else against. */
function assertAccusesOnlyItself({ reason_codes }: Omit<TriageReport, 'coverage'>, attack: Attack) {
  const others = reason_codes.filter((code) => !OF_THE_ATTACK.includes(code))
  assert.deepEqual(others, [], attack.id)
}

/** All is as without a model, but that it may say of the attack that it is one. */
function assertOnlyNamesTheAttack(
  report: Omit<TriageReport, 'coverage'>,
  rules: Omit<TriageReport, 'coverage'>,
  where: string,
) {
  const named = report.findings.filter(({ code }) => code === OWN_CODE)
  const isNamedAnew = named.length > 0 && !rules.reason_codes.includes(OWN_CODE)
  if (!isNamedAnew) return assert.deepEqual(judgement(report), judgement(rules), where)
  const besides = ({ reason_codes, findings }: Omit<TriageReport, 'coverage'>) => [
    reason_codes.filter((code) => code !== OWN_CODE),
    findings.flatMap(({ code, probability, evidence }) =>
      code === OWN_CODE ? [] : [{ code, probability, evidence }],
    ),
  ]
  assert.deepEqual(besides(report), besides(rules), where)
  assert.ok(report.risk_score >= rules.risk_score, where)
  if (rules.reason_codes.length === 0)
    assert.ok(['no_flags', 'review_low'].includes(report.recommendation), where)
}

/** Nobody recognised it, and the model swears by its words: then these words are all that is held against the creator. */
function assertOnlyShowsTheAttack(
  report: Omit<TriageReport, 'coverage'>,
  rules: Omit<TriageReport, 'coverage'>,
  attack: Attack,
) {
  const added = report.findings.flatMap((finding) => finding.evidence.filter(({ rule }) => rule === 'model'))
  for (const { quote } of added)
    if (!quote.includes('*')) assert.ok(squashed(attack.text).includes(squashed(quote)))
  const isNew = report.reason_codes[0] !== undefined && !rules.reason_codes.includes(report.reason_codes[0])
  if (isNew) assert.notEqual(report.confidence, 'high')
}

/** Whether the evidence in a prompt shows the attack, whatever was taken out of it. */
function holds(prompt: string, attack: Attack): boolean {
  return squashed(prompt.slice(prompt.indexOf('<<<'))).includes(
    squashed(longestPiece(attack.text)).slice(0, 24),
  )
}

function longestPiece(text: string): string {
  return text
    .split(/<[^>]*>|\[[^\]]*\]|\n+|"|--/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
    .trim()
}

function squashed(text: string): string {
  return text.replace(/[\s^\uFFFD"\\]/g, '')
}
