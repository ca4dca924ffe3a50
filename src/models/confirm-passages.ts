import type { Evidence } from '../evidence/evidence.ts'
import type { PolicyCode } from '../policy/pack/code-schema.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { ADDRESSES_REVIEWER } from '../policy/rules/text-findings.ts'
import { addressOfPassage } from './address-of-passage.ts'
import type { Asked, ModelFailure, Question } from './ask.ts'
import { confirmQuestion, type Matter } from './confirm.ts'
import { accountFactsOf, wayOf } from './facts-of.ts'
import type { Opinion, Passage } from './opinion.ts'
import type { ShownEvidence } from './select-evidence.ts'
import { needsTwo } from './structure-codes.ts'

/** Accusations of one profile that are read a second time; the others are dropped. */
const MOST_CONFIRMED = 8
/** Words of one profile that were taken out and are asked about. */
const MOST_ORDERS = 3
/** As long as a quote may be. */
const ORDER_LETTERS = 200
/** Failures of a second question that the words themselves may bring about: they cost that passage and nothing else. */
const OF_THE_WORDS: readonly (ModelFailure | null)[] = ['refused', 'truncated', 'nonsense', 'rejected']

/**
 * Has every accusation read again without the page around it, and with it what was taken out of the texts: whether such words do address
 * a reviewer can be told from them alone. Gives why that could not be done.
 * @param codes that may be named
 * @param put asks; `token` gives what a page cannot have known when it was written
 */
export async function confirmPassages(
  opinion: Opinion,
  {
    pack,
    evidence,
    shown,
    codes,
  }: {
    pack: PolicyPack
    evidence: readonly Evidence[]
    shown: readonly ShownEvidence[]
    codes: readonly PolicyCode[]
  },
  put: (question: Question<boolean>) => Promise<Asked<boolean>>,
  token: () => string,
): Promise<Opinion | ModelFailure> {
  const accusing = opinion.passages.filter(
    ({ code, stance }) => stance === 'offers' && code !== ADDRESSES_REVIEWER,
  )
  const orders = codes.some(({ id }) => id === ADDRESSES_REVIEWER) ? ordersIn(shown) : []
  const cases = [...casesOf(accusing, pack).slice(0, MOST_CONFIRMED), ...orders.map((each) => [each])]
  const asked = await Promise.all(
    cases.map(async (passages) => {
      const code = pack.codes[passages[0]?.code ?? '']
      const matter = matterOf(passages, code, evidence)
      if (!code || !matter) return { passages, fits: false, failure: null }
      const { answer, failure } = await put(confirmQuestion(code, matter, token()))
      return { passages, fits: answer === true, failure }
    }),
  )
  const about = asked.filter(({ passages }) => !passages[0]?.isTakenOut)
  const failure = about.find((each) => each.failure !== null && !OF_THE_WORDS.includes(each.failure))?.failure
  if (failure) return failure
  // A model that can answer no second question at all gave no opinion.
  if (about.length > 0 && about.every((each) => each.failure !== null)) return about[0]?.failure ?? 'nonsense'
  const fitting = new Set(asked.flatMap(({ fits, passages }) => (fits ? passages : [])))
  const kept = opinion.passages.filter((each) => !accusing.includes(each) || fitting.has(each))
  return {
    ...opinion,
    passages: [...kept, ...orders.filter((each) => fitting.has(each))],
    dropped: { ...opinion.dropped, unconfirmed: opinion.passages.length - kept.length },
  }
}

function ordersIn(shown: readonly ShownEvidence[]): Passage[] {
  return shown
    .flatMap(({ evidence, texts }) =>
      texts.flatMap(({ textIndex, takenOut = [] }) =>
        takenOut.map(({ start, end }) => ({
          code: ADDRESSES_REVIEWER,
          stance: 'offers' as const,
          evidenceRef: evidence.ref,
          textIndex,
          start,
          end: Math.min(end, start + ORDER_LETTERS),
          isTakenOut: true as const,
        })),
      ),
    )
    .slice(0, MOST_ORDERS)
}

/** Each passage by itself, but where one alone shows nothing: those of such a code together. */
function casesOf(passages: readonly Passage[], pack: PolicyPack): Passage[][] {
  const isPaired = ({ code }: Passage): boolean => needsTwo(pack.codes[code])
  const pairs = Map.groupBy(passages.filter(isPaired), ({ code }) => code)
  return [...passages.filter((each) => !isPaired(each)).map((each) => [each]), ...pairs.values()]
}

/** Null where a passage leads nowhere. */
function matterOf(
  passages: readonly Passage[],
  code: PolicyCode | undefined,
  evidence: readonly Evidence[],
): Matter | null {
  const words = passages.map((passage) => wordsOf(passage, evidence))
  if (words.includes(null)) return null
  const [first] = passages
  const cited = evidence.find(({ ref }) => ref === first?.evidenceRef)
  const behind = evidence.find(({ url }) => url === words[0]) ?? cited
  return {
    words: words.flatMap((each) => each ?? []),
    ...(first?.linkIndex !== undefined && behind && wayOf(behind)),
    ...(code?.family === 'identity' && passages.length === 1 && cited && { account: accountFactsOf(cited) }),
  }
}

function wordsOf(passage: Passage, evidence: readonly Evidence[]): string | null {
  const cited = evidence.find(({ ref }) => ref === passage.evidenceRef)
  if (!cited) return null
  if (passage.linkIndex !== undefined) return addressOfPassage(passage, cited)
  return cited.texts[passage.textIndex]?.text.slice(passage.start, passage.end) ?? null
}
