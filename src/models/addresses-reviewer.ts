import type { Evidence } from '../evidence/evidence.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { type AtomHits, atomHits } from '../policy/rules/atom-hits.ts'
import { textViews } from '../policy/text/text-views.ts'
import { disarm } from './disarm.ts'

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
      readingsOf(read, pack).some((hits) => addresses(hits, pack))
    )
  })
}

function carriesChatTokens(text: string): boolean {
  return disarm(text).includes('\uFFFD') && !text.includes('\uFFFD')
}

/** As it stands, and with disguises undone. */
function readingsOf(text: string, pack: PolicyPack): AtomHits[] {
  const compiled = compilePack(pack)
  const { native, folded } = textViews(text)
  return [atomHits(compiled, native, 'native'), ...(folded ? [atomHits(compiled, folded, 'folded')] : [])]
}

/** An order in spaced-out letters; a page's markup has lost the gaps between its words. */
function spellsAnOrder(text: string): boolean {
  const runs = text.toLowerCase().match(/(?:(?<!\S)\S\s+){8,}/g) ?? []
  return runs.some((run) =>
    /report|flag|ignor|disregard|instru|reviewer|anweisung/.test(run.replace(/\s/g, '')),
  )
}

/** Words and patterns of the pack: those of the rules, and broader ones that no rule may read. */
const RECIPIENTS = ['lex.reviewer_named', 'lex.reviewer_called']
const ORDERS = 'lex.reviewer_order'
const OVERRIDES = [
  're.injection_loose',
  're.injection_override',
  're.injection_forget',
  're.injection_forget_more',
]

function addresses(hits: AtomHits, pack: PolicyPack): boolean {
  const { text } = hits.view
  if (OUR_TERMS.test(text) || FINISHED_ANSWER.test(text)) return true
  if (OVERRIDES.some((pattern) => hits.of(pattern).length > 0)) return true
  if (text.match(/(?<![a-z_])[a-z]+(?:_[a-z]+)+/g)?.some((word) => Object.hasOwn(pack.codes, word)))
    return true
  const orders = hits.of(ORDERS)
  return RECIPIENTS.flatMap((name) => hits.of(name)).some((recipient) =>
    orders.some((order) => order.start <= recipient.end + REACH && recipient.start - REACH <= order.end),
  )
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
