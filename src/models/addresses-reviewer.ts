import type { Evidence } from '../evidence/evidence.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import { textViews } from '../policy/text-views.ts'
import { disarm } from './disarm.ts'
import { ORDERS, OVERRIDES, RECIPIENTS } from './reviewer-words.ts'

/** Longer texts are read up to here, as by the rules. UTF-16 units. */
const MAX_TEXT = 50_000
/** Between whom a text addresses and what it asks for. */
const REACH = 80

/** Fields and values of our question and our report: no prose writes them. */
const OUR_TERMS =
  /\b(?:evidence_ref|injection_seen|risk_score|reason_codes|quotes_policy|no_flags|review_(?:low|medium|high))\b/u
const FINISHED_ANSWER = /["'](?:findings|verdict|stance|code|ref|recommendation)["']\s*:/u

/**
 * Whether a page may have been written for the model that reads it: our own terms, a finished answer, chat tokens, an order to forget or
 * to report, prose in base64 or hex. Broader than the rule that accuses, because all that follows is not listening to the model.
 */
export function addressesReviewer(evidence: Evidence, pack: PolicyPack): boolean {
  return evidence.texts.some(({ text }) => {
    const read = text.slice(0, MAX_TEXT)
    return (
      carriesChatTokens(read) ||
      hidesProse(read) ||
      spellsAnOrder(read) ||
      viewsOf(read).some((view) => addresses(view, pack))
    )
  })
}

function carriesChatTokens(text: string): boolean {
  return disarm(text).includes('\uFFFD') && !text.includes('\uFFFD')
}

/** As it stands, and with disguises undone. */
function viewsOf(text: string): string[] {
  const { native, folded } = textViews(text)
  return [native.text, ...(folded ? [folded.text] : [])]
}

/** An order in spaced-out letters; a page's markup has lost the gaps between its words. */
function spellsAnOrder(text: string): boolean {
  const runs = text.toLowerCase().match(/(?:(?<!\S)\S\s+){8,}/g) ?? []
  return runs.some((run) =>
    /report|flag|ignor|disregard|instru|reviewer|anweisung/.test(run.replace(/\s/g, '')),
  )
}

function addresses(view: string, pack: PolicyPack): boolean {
  if (OUR_TERMS.test(view) || FINISHED_ANSWER.test(view) || OVERRIDE.test(view)) return true
  if (view.match(/(?<![a-z_])[a-z]+(?:_[a-z]+)+/g)?.some((word) => Object.hasOwn(pack.codes, word)))
    return true
  const recipients = [...view.matchAll(RECIPIENT)]
  return recipients.some(({ index, 0: found }) => {
    ORDER.lastIndex = 0
    return ORDER.test(view.slice(Math.max(0, index - REACH), index + found.length + REACH))
  })
}

const OVERRIDE = new RegExp(withoutMarks(OVERRIDES.join('|')), 'u')
const RECIPIENT = wordsOf(RECIPIENTS)
const ORDER = wordsOf(ORDERS)

function wordsOf(byLanguage: Readonly<Record<string, readonly string[]>>): RegExp {
  const terms = Object.values(byLanguage)
    .flat()
    .map((term) => {
      const bare = withoutMarks(term)
      const source = bare.replaceAll('*', '[\\p{L}\\p{N}]*')
      // Scripts without blanks have no edges of words.
      return /^[\p{Script=Latin}\p{Script=Cyrillic}'* -]+$/u.test(bare)
        ? `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`
        : source
    })
  return new RegExp(terms.join('|'), 'gu')
}

/** As the views of texts are: letters without their decoration. */
function withoutMarks(source: string): string {
  return source
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** Prose that a page packs away from its visitors; pictures and hashes unpack to no words. */
function hidesProse(text: string): boolean {
  const packed = text.match(/(?<![\w+/])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/=])/g) ?? []
  return packed.slice(0, 20).some((each) => {
    const bytes = /^[0-9a-f]+$/i.test(each) ? Buffer.from(each, 'hex') : Buffer.from(each, 'base64')
    const prose = bytes.toString('utf8')
    return /^[\p{L}\p{N}\p{P}\s]+$/u.test(prose) && /\p{L}+\s+\p{L}+\s+\p{L}+/u.test(prose)
  })
}
