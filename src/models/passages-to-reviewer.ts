import { type CompiledPack, compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { type AtomHits, atomHits } from '../policy/rules/atom-hits.ts'
import { matchTextRule } from '../policy/rules/match-text-rule.ts'
import { ADDRESSES_REVIEWER } from '../policy/rules/text-findings.ts'
import { speechesIn } from '../policy/text/addressed-passages.ts'
import { originalSpan, type Span, type TextView, textViews } from '../policy/text/text-views.ts'
import { chatMarks } from './disarm.ts'
import { smallPack } from './small-pack.ts'

/** Longer texts are read up to here, as by the rules. UTF-16 units. */
const MAX_TEXT = 50_000
/** Between whom a text addresses and what it asks for. */
const REACH = 80

/** Fields and values of our question and our report: no prose writes them. */
const OUR_TERMS =
  /\b(?:evidence_ref|injection_seen|risk_score|reason_codes|quotes_policy|no_flags|review_(?:low|medium|high))\b/gu
const FINISHED_ANSWER = /["'](?:findings|verdict|stance|code|ref|recommendation)["']\s*:/gu
/** These read the native view, which has lost its accents. A word that a line is headed with, and behind it a reader that is a machine. */
const HEADED_TO_A_MACHINE =
  /(?<!\p{L})(?:note|notice|message|memo|hint|instructions?|tasks?|attention|warning|hinweis|nachricht|anweisung|aufgabe|achtung|aviso|nota|mensaje|mensagem|atencion|atencao|attenzione|messaggio|compito|tarea|tarefa|consigne|tache|avis|remarque|bericht|opdracht|wiadomosc|uwaga|сообщение|примечание|внимание)(?:,? (?:to|for|fur|an|aux?|a|pour|para|al|aos?|per|all|alle|aan|voor|do|dla|для))(?: \p{L}{1,14}){0,2}(?: (?:\p{L}{1,3}['’])?|['’])(?:\p{L}{0,14}modell(?:e|en|s)?|mode?les?|models?|modelos?|modelli|модел[ьияе]{1,3}|assist[ae]nt[eis]{0,2}|asistentes?|ассистент\p{L}{0,3}|bots?|ai|ki|ia|llms?|crawlers?|classifiers?|graders?)(?!\p{L})/giu
/** Where a page pretends to end and somebody else to speak. */
const FALSE_END =
  /(?:[#=*<[-]{2,20}|\[|<) {0,2}(?:end|begin|start|ende|beginn|fin|fine|inicio|fim|debut) (?:of|der?|des|del|della|da|do|du|van)(?: \p{L}{1,12}){1,3} {0,2}(?:[#=*>\]-]{2}|\]|>)/giu
/** What alone may be answered. */
const ONLY_ANSWER =
  /(?<!\p{L})(?:only|sole|unic[ao]|einzige[rn]?|seule|enige|единственн\p{L}{1,3}) (?:\p{L}{1,12} )?(?:answer|reply|verdict|output|response|respuesta|resposta|risposta|antwort|ausgabe|reponse|antwoord|ответ)(?!\p{L})/giu

/**
 * Where a text may have been written for the model that reads it, with the sentences around: our own terms, a finished answer, chat tokens,
 * an order to forget or to report, a note to a machine, prose in base64 or hex, and all that the rule finds that accuses. Broader than
 * that rule, because all that follows is that these words are not laid before the model. UTF-16 offsets, first to last, apart.
 */
export function passagesToReviewer(text: string, pack: PolicyPack): Span[] {
  const read = text.slice(0, MAX_TEXT)
  const { native, folded } = textViews(read)
  const compiled = compilePack(smallPack(pack, [ADDRESSES_REVIEWER], [...RECIPIENTS, ORDERS, ...OVERRIDES]))
  const found = [
    ...chatMarks(read),
    ...packedProse(read),
    ...spelledOrders(read),
    ...inView(native, atomHits(compiled, native, 'native'), compiled, pack),
    ...(folded ? inView(folded, atomHits(compiled, folded, 'folded'), compiled, pack) : []),
  ]
  return found.length === 0 ? [] : speechesIn(read, found)
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

function inView(view: TextView, hits: AtomHits, compiled: CompiledPack, pack: PolicyPack): Span[] {
  const { text } = view
  const orders = hits.of(ORDERS)
  const ordered = RECIPIENTS.flatMap((name) => hits.of(name)).flatMap((recipient) =>
    orders
      .filter((order) => order.start <= recipient.end + REACH && recipient.start - REACH <= order.end)
      .map((order) => around(recipient, order)),
  )
  const codes = matches(/(?<![a-z_])[a-z]+(?:_[a-z]+)+/gu, text).filter(({ start, end }) =>
    Object.hasOwn(pack.codes, text.slice(start, end)),
  )
  const accused = compiled.textRules.flatMap(({ rule }) =>
    rule.silent ? [] : matchTextRule(rule, hits, () => false),
  )
  return [
    ...[OUR_TERMS, FINISHED_ANSWER, HEADED_TO_A_MACHINE, FALSE_END, ONLY_ANSWER].flatMap((pattern) =>
      matches(pattern, text),
    ),
    ...OVERRIDES.flatMap((pattern) => hits.of(pattern)),
    ...codes,
    ...ordered,
    ...accused,
  ].map(({ start, end }) => originalSpan(view, start, end))
}

function around(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}

function matches(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

/** An order in spaced-out letters; a page's markup has lost the gaps between its words. */
function spelledOrders(text: string): Span[] {
  return matches(/(?:(?<!\S)\S\s+){8,}/gu, text).filter(({ start, end }) =>
    /report|flag|ignor|disregard|instru|reviewer|anweisung/i.test(text.slice(start, end).replace(/\s/g, '')),
  )
}

/** Prose that a page packs away from its visitors; pictures and hashes unpack to no words. */
function packedProse(text: string): Span[] {
  return matches(/(?<![\w+/])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/=])/gu, text)
    .slice(0, 20)
    .filter(({ start, end }) => {
      const packed = text.slice(start, end)
      const bytes = /^[0-9a-f]+$/i.test(packed) ? Buffer.from(packed, 'hex') : Buffer.from(packed, 'base64')
      const prose = bytes.toString('utf8')
      return /^[\p{L}\p{N}\p{P}\s]+$/u.test(prose) && /\p{L}+\s+\p{L}+\s+\p{L}+/u.test(prose)
    })
}
