import type { Span } from '../text/text-views.ts'

/** What a sum is multiplied with by the word behind it, as views write it. */
const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  mil: 1e3,
  mila: 1e3,
  rb: 1e3,
  ribu: 1e3,
  тыс: 1e3,
  tys: 1e3,
  만: 1e4,
  万: 1e4,
  萬: 1e4,
  lakh: 1e5,
  jt: 1e6,
  juta: 1e6,
  trieu: 1e6,
  tr: 1e6,
}
const SUM = new RegExp(
  String.raw`(?<!\d)(?<digits>\d{1,3}(?:[., ]\d{3}){1,2}(?!\d)|\d{1,7}(?:[.,]\d{1,3})?) ?(?:(?<unit>${Object.keys(UNITS).join('|')})(?![a-zа-я]))?`,
  'gu',
)
const CURRENCY =
  /[$€£₽₹¥₩฿₫₪元円원]|(?<![a-zа-я])(?:usd|eur|euros?|gbp|pounds?|pond|dollars?|dolares|bucks|reais|pesos|руб\p{L}{0,4}|zl|zloty\p{L}{0,2}|lira|tl|pln|btc|eth|sol|usdt|kr|kronor|lei|ευρω|грн|rs|rupees?|rb|ribu|jt|juta|دولار|درهم|ريال|جنيه|दीनार|रुपय[ेा]|रुपए|pix|bizum|blik)(?![a-zа-я])|转(?!发)/u
const BEHIND = new RegExp(`^ ?(?:${CURRENCY.source})`, 'u')
/** What may follow a sum of money: "get 900 back", "1000 tomorrow". Any other word is what is counted: "900 loaves", "300张". */
const GOES_ON =
  /^[^\p{L}\p{N}]{0,3}(?:$|(?![张張个個份条條本只件次首枚套幅页頁瓶杯冊])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])|^ ?[^\p{L}\p{N} %]|^ ?(?:in|en|em|within|by|back|today|tonight|tomorrow|with|instantly|legit|guaranteed|hoy|manana|hoje|amanha|mismo|no|na|un|una|dans|demain|domani|oggi|morgen|zuruck|terug|heute|binnen|za|jutro|через|завтра|за|сегодня|dalam|besok|dan|per|garanti\p{L}{0,3}|kazan\p{L}{0,3}|al|pao|paao|lo|pakka|kal|de volta|di|dentro|overnight|daily|weekly|ab|aus|uit|cek|a|the same|same|el mismo|o mesmo|le (?:jour )?meme|am (?:selben|gleichen)|lo stesso|in giornata|tego samego|yarin|bugun|om|σε|το|في|غدا|خلال|مضمون\p{L}?|اليوم|profit|cash|entro|stasera|ce soir|ce|immediatement|aujourd'hui|sofort|innerhalb|noch|direct|meteen|vandaag|w|od razu|natychmiast|geri|hemen|icinde|वापस|wapas|vapas|आज|कल|inom|pa|efter|samma|direkt|tillbaka|utan|dupa|intr-o|fara|inapoi|μεσα|χωρις|πισω|תוך|בלי|באותו|אחרי|בשלושה|חזרה|trong|sau|mot|khong|без|протягом|назад|निकालो|पाओ|एक|3 दिन|रोज|imorgon|maine|αυριο|מחר|ngay mai|idag|tmrw|tmr|вечером)(?![\p{L}\p{M}])/u
/** UTF-16 units. */
const NEXT_WORDS = 24
/** Without a currency, what is small is counted: "buy 1 get 3". */
const LEAST = 20

/** Whether words name two sums of money, one behind the first `by` times it or more: "put in 100, take 1.000 in 3 days". `text` is a view. */
export function sumsGrow(
  { start, end }: Span,
  text: string,
  { by, money }: { by: number; money: boolean },
): boolean {
  const next = text.slice(end, end + NEXT_WORDS)
  const words = text.slice(start, end) + (next.match(UNIT)?.[0] ?? '')
  const [put, ...others] = [...words.matchAll(SUM)].map(({ 0: { length }, index, groups }) => ({
    sum: sumIn(groups?.digits ?? '', groups?.unit),
    end: index + length,
  }))
  if (put === undefined || put.sum === 0) return false
  return others.some((taken) => {
    if (taken.sum / put.sum < by) return false
    const rest = text.slice(start + taken.end)
    const behind = BEHIND.exec(rest)?.[0] ?? ''
    const said = text.slice(Math.max(0, start - 2), start) + words.slice(0, taken.end)
    const isMoney = behind !== '' || CURRENCY.test(said)
    if (!isMoney && (money || put.sum < LEAST)) return false
    return GOES_ON.test(rest.slice(behind.length))
  })
}

const UNIT = new RegExp(`^ ?(?:${Object.keys(UNITS).join('|')})(?![a-zа-я])`, 'u')

/** A point, a comma or a blank before three digits groups them, before fewer a point or comma begins a fraction. */
function sumIn(digits: string, unit: string | undefined): number {
  const grouped = /^[1-9]\d{0,2}(?:[., ]\d{3})+$/.test(digits)
  const plain = grouped ? digits.replace(/[., ]/g, '') : digits.replace(',', '.')
  return Number(plain) * (unit === undefined ? 1 : (UNITS[unit] ?? 1))
}
