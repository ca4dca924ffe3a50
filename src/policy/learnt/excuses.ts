import type { CompiledPack } from '../pack/compile-pack.ts'
import type { AtomHits } from '../rules/atom-hits.ts'
import { isToldByVictim } from '../rules/excuses/done-to-author.ts'
import { isDeniedOfAll } from '../rules/excuses/indefinite-subjects.ts'
import { matchTextRule } from '../rules/match-text-rule.ts'
import { lineAround } from '../text/sentences.ts'
import type { Span } from '../text/text-views.ts'
import type { Resemblance } from './most-alike.ts'

/** A rule of the code knows this wording, and did not accuse: something in the text or about the account speaks for it. */
export function isExcused(compiled: CompiledPack, { code, quoted }: Resemblance, hits: AtomHits): boolean {
  const isInside = (match: Span): boolean => match.start < quoted.end && quoted.start < match.end
  return compiled.textRules.some(
    (owned) =>
      owned.code === code &&
      !owned.rule.silent &&
      matchTextRule({ ...owned.rule, none: [] }, hits, () => false).some(isInside),
  )
}

/** Whether its author tells what was done to them, denies it, or gives away what is theirs: however much that resembles an offence, it is none of theirs. */
export function isAgainstIt(compiled: CompiledPack, { quoted }: Resemblance, hits: AtomHits): boolean {
  const said = { ...quoted, act: quoted, parts: [] }
  return (
    isToldByVictim(said, hits, compiled.pack.scoring.general_voice.unless) ||
    isDeniedOfAll(said, hits.view.text) ||
    [OWN_AND_FREE, DENIES].some((form) => form.test(hits.view.text.slice(quoted.start, quoted.end)))
  )
}

/** "Wij verkopen geen wapens", "I never share my login": a refusal and no word, number or sign besides. */
const DENIES =
  /^\P{L}*(?:(?:i|we) (?:do not|don't|dont|never|will never|won't) (?:sell|offer|share|buy|do|ship|trade|deal|post|film)|(?:ik|wij|we) (?:verkopen?|verkoop|bied|bieden|delen|deel|doe|doen|koop|kopen) (?:geen|nooit|niet)|(?:ich|wir) (?:verkaufen?|bieten?|teilen?|kaufen?|machen?) (?:kein\p{L}{0,2}|nie|niemals|nicht)|(?:je|nous|on) (?:ne |n')(?:vends|vendons|vend|propose|proposons|achete|achetons|partage|fais) (?:pas|jamais|aucune?)|(?:no|nao|nunca) (?:vendo|vendemos|ofrezco|compro|comparto|hago|ofereco|compartilho|faco)|non (?:vendo|vendiamo|offro|compro|condivido|faccio)|nie (?:sprzedaje|sprzedajemy|oferuje|kupuje)|(?:я |мы )?не (?:продаю|продаем|предлагаю|покупаю)) [\p{L}\p{M}'’ ]{2,40}[.!]?$/u

/** "Zugang zu meinem Archiv ist kostenlos", and no word more: one's own in a single word. */
const OWN_AND_FREE =
  /^\P{L}*(?:(?:free )?access|entry|zugang|zutritt|(?:el |l'|o |a )?(?:acceso|acces|accesso|acesso|entrada|entree|ingresso)|toegang|dostep|wstep|доступ|вход) (?:to|zu|in|a|al|ao|do|dla|к|на|tot) ?(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mis?|nuestr\p{L}{1,2}|mes|mon|ma|nos|notre|(?:il |la )?(?:mi[oae]|nostr[oa])|miei|o meu|meus?|minhas?|noss\p{L}{1,2}|mijn|onze?|moje\p{L}{0,2}|naszego|мо\p{L}{1,3}|наш\p{L}{0,3}) \p{L}{3,20} (?:(?:is|are|ist|sind|es|est|sont|e|sono|sao|jest|zijn) )?(?:free|kostenlos|kostenfrei|frei|gratis|gratuit\p{L}{0,2}|libre|libero|livre|darmowy|bezplatn\p{L}|бесплатн\p{L}{1,3})\P{L}*$/u

/**
 * What rules ask of a text where the act of a code has two meanings, or what the code is told to be unlike, stands on the line of the passage:
 * however much a coach's private sessions resemble others, they are a coach's.
 */
export function meansOtherwise(
  compiled: CompiledPack,
  { code, quoted }: Resemblance,
  hits: AtomHits,
): boolean {
  const line = lineAround(hits.view.text, quoted)
  const standsThere = (atom: string): boolean =>
    hits.of(atom).some(({ start, end }) => start >= line.start && end <= line.end)
  return (
    compiled.pack.codes[code]?.unlike.some(standsThere) ||
    compiled.textRules.some(
      ({ code: owner, rule }) => owner === code && rule.none_in === 'text' && rule.none.some(standsThere),
    )
  )
}
