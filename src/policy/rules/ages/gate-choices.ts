import type { Evidence } from '../../../evidence/evidence.ts'
import { normaliseText, type Span } from '../../text/text-views.ts'

/**
 * What an age gate offers to press is said by nobody: "I am 18 or older – Enter. I am under 18 – Exit." No author says both of themselves, one right beside the other.
 * Only a statement about coming of age is one of the two; a number of years below it ("I'm 15") never is.
 */
export function isChoiceAtGate(match: Span, text: string): boolean {
  const said = text.slice(Math.max(0, match.start - SAID_BEFORE), match.end)
  if (!OF_COMING_OF_AGE.test(said) || CHILDS_YEARS.test(text.slice(match.start, match.end))) return false
  const from = Math.max(0, match.start - REACH)
  const around = text.slice(from, match.end + REACH)
  return [...around.matchAll(OF_AGE)].some(({ index, 0: words }) => {
    const start = from + index
    const end = start + words.length
    if (end <= match.start) return isPressedBeside(text.slice(end, match.start))
    return start >= match.end && isPressedBeside(text.slice(match.end, start))
  })
}

/** The same of the label of a link, which stands beside the other choice in the text of its page. UTF-16 units. */
export function isLabelOfGate(label: string, { texts }: Evidence): boolean {
  const said = label.length > FARTHEST ? '' : normaliseText(label)
  if (!OF_COMING_OF_AGE.test(said)) return false
  return texts.some(({ channel, text }) => {
    if (channel === 'link_label') return false
    const page = normaliseText(text.slice(0, MAX_TEXT))
    const start = page.indexOf(said)
    return start >= 0 && isChoiceAtGate({ start, end: start + said.length }, page)
  })
}

/** A gate says little, and at once. UTF-16 units. */
const MAX_TEXT = 5_000

/** UTF-16 units: the other choice, with what stands between them. */
const REACH = 90
const SAID_BEFORE = 16
const FARTHEST = 44
/** "I'm over 18 on here but I'm under 18": who goes on within a sentence says both. */
const GOES_ON =
  /(?<!\p{L})(?:but|tho|though|actually|really|irl|lol|pero|mas|porem|mais|ma|aber|maar|ale|но|але|ama|fakat|men|dar|αλλα|tapi|in echt|en realidad|en vrai)(?!\p{L})/u

function isPressedBeside(between: string): boolean {
  return between.length <= FARTHEST && !GOES_ON.test(between)
}

const OF_COMING_OF_AGE =
  /(?<!\d)(?:18|19|20|21)(?!\d)|eighteen|minor|menor|mineur|minderjahrig|minorenne|minderjarig|niepelnoletni|nieletni|несовершеннолет|неповнолітн|resit degil|未成年|미성년/u
const CHILDS_YEARS = /(?<!\d)(?:[5-9]|1[0-7])(?!\d)/u

const YEARS = '(?:18|19|20|21)(?!\\d)'
/** That one is of age, in the first person, as such gates have it. Views have no accents. */
const OF_AGE = new RegExp(
  String.raw`(?<!\p{L})(?:(?:i'?m|i am|i'?ve turned|i have turned) (?:at least |over |above |already |older than )?${YEARS}(?: (?:years? (?:old|of age) )?(?:or|and) (?:older|over|above))?|i'?m an adult|i am an adult|soy mayor de (?:edad|${YEARS}(?: anos)?)|tengo (?:mas de |al menos )?${YEARS}(?: anos)?(?: o mas)?|(?:sou|tenho) maior de (?:idade|${YEARS}(?: anos)?)|tenho (?:mais de |pelo menos )?${YEARS}(?: anos)?(?: ou mais)?|j'ai (?:plus de |au moins )?${YEARS}(?: ans)?(?: ou plus| et plus)?|je suis majeure?|(?:ich )?bin (?:uber |mindestens |schon |alter als )?${YEARS}(?: jahre(?: alt)?)?(?: oder alter)?|ich bin volljahrig|ho (?:piu di |almeno |compiuto )?${YEARS}(?: anni)?(?: o piu)?|sono maggiorenne|ik ben (?:ouder dan |boven de |minstens |al )?${YEARS}(?: jaar)?(?: of ouder)?|ik ben meerderjarig|(?<!nie )(?:mam|ukonczyl[ae]m|skonczyl[ae]m) (?:ukonczone |ponad |wiecej niz |juz )?${YEARS}(?: lat)?|jestem pelnoletni[a]?|мне (?:есть |уже |больше |уже есть |исполнилось )?${YEARS}(?: лет)?|я совершеннолетн\p{L}{2}|мені (?:є |вже |більше |виповнилося )?${YEARS}(?: років)?|${YEARS} yasindan buyugum|${YEARS} yasimi doldurdum|resitim|jag (?:ar|har fyllt) (?:over |minst |redan )?${YEARS}(?: ar)?(?: eller aldre)?|am (?:peste |cel putin |implinit )?${YEARS} ani|sunt major[a]?|ειμαι (?:ανω των |πανω απο )?${YEARS}|saya (?:berusia |berumur |sudah |di atas ){0,2}${YEARS}(?: tahun)?|(?:我)?已?(?:年)?[满滿]${YEARS}(?:周)?[岁歲]|${YEARS}歳以上(?:です)?|(?:만 ?)?${YEARS}세 이상)(?:\+|(?!\p{L}))`,
  'gu',
)
