import type { Span } from '../../text/text-views.ts'

/** "When I was", "cuando tenía", "als ich", right before a number of years: whoever says so is older now. */
const WHEN =
  /(?<!\p{L})(?:(?:when|since|back when|before|after|until|till) i (?:was|turned|had turned)(?: only| just| about| around)?|cuando (?:yo )?(?:tenia|cumpli)|quando (?:eu )?(?:tinha|fiz|completei)|(?:quand|lorsque) j'(?:avais|ai eu)|als ich|quando avevo|toen ik|(?:kiedy|gdy) mial[ae]m|когда мне было|коли мені було|nar jag var|cand aveam) ?$/u
/** What makes a time of years: "at 15", "mit 14", "a los 15", "à 15 ans". */
const AT = /(?<![\p{L}\p{N}])(?:at(?: age| the age of)?|mit|a los|aos|com|con|a|op(?: mijn)?|w wieku|в|у) $/u
/** Something that its author did then. A verb in the present goes on: "at 15 I'm the youngest of my band". */
const DID = [
  /^,? i (?:\p{L}{2,}ed|left|quit|ran|went|was|had|got|began|became|fell|met|found|took|lost|came|did|sang|wrote|bought|sold|won|dropped)(?!\p{L})/u,
  /^(?: jahren)?,? (?:(?:\p{L}{2,}te|flog|ging|kam|verliess|brach|begann|fing|zog|war|schmiss|bekam|verlor|sang|schrieb) ich(?!\p{L})|(?:bin|habe?) ich (?:\p{L}+ ){0,5}\p{L}*ge\p{L}{2,}(?:t|en)(?!\p{L}))/u,
  /^(?: anos)?,? (?:me |eu )?(?:\p{L}{3,}ei|sai|fui|fugi|parti|desisti|perdi|conheci|deje|abandone|empece|comence|sali|entre|cambie|mude|escape|conoci|aprendi|emigre)(?!\p{L})/u,
  /^ ans,? (?:j'ai|je me suis|je suis|j'etais) (?:deja )?\p{L}{2,}[eiu]s?(?!\p{L})/u,
  /^ anni,? (?:(?:mi )?(?:ho|sono) (?:gia )?\p{L}{2,}(?:at|ut|it|tt|s)[oa]|ero|avevo)(?!\p{L})/u,
  /^(?:e| jaar)?,? (?:ging|stopte|begon|verliet|werd|was|had|kwam|verloor) ik(?!\p{L})/u,
  /^ lat \p{L}{2,}l[ae]m(?!\p{L})/u,
  /^ (?:лет|років),? (?:(?:я|уже|вже) ){0,2}\p{L}{2,}(?:л|ла|в)(?!\p{L})/u,
]
/** UTF-16 units. */
const FAR = 40

/** Whether a number of years is one that its author had once: "at 15 I dropped out of school", "cuando tenía catorce años". `text` is a view. */
export function isOnceHad({ start, end }: Span, text: string): boolean {
  const before = text.slice(Math.max(0, start - FAR), start)
  if (WHEN.test(before)) return true
  const behind = text.slice(end, end + FAR * 2)
  return AT.test(before) && DID.some((did) => did.test(behind))
}
