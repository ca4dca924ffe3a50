/** What a page's bytes are read by where nobody says it, or says it wrongly: how its letters come out tells, as it tells browsers. */
const CANDIDATES: readonly { label: string; common: string; script: RegExp }[] = [
  ...['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'koi8-u'].map((label) => ({
    label,
    common: 'оеаинтсрвлкмдпуяыьгзбчіїє',
    script: /\p{Script=Cyrillic}/u,
  })),
  ...['windows-1253', 'iso-8859-7'].map((label) => ({
    label,
    common: 'αοιετσνηυρπκμλςάίόέήωγ',
    script: /\p{Script=Greek}/u,
  })),
  ...['windows-1255', 'iso-8859-8'].map((label) => ({
    label,
    common: 'יוהלאתרבמשנעקדפחצםןכ',
    script: /\p{Script=Hebrew}/u,
  })),
  ...['windows-1256', 'iso-8859-6'].map((label) => ({
    label,
    common: 'اليمنوةرتبعدسفكهقحجأ',
    script: /\p{Script=Arabic}/u,
  })),
  { label: 'windows-874', common: 'านรอกเงคลมยวดทตสปแะิีั่้์', script: /\p{Script=Thai}/u },
  ...['shift_jis', 'euc-jp'].map((label) => ({
    label,
    common: 'のにはをたがでてとしれさいるなもんすまきうくっアイスンルトリー、。',
    script: /[\p{Script=Hiragana}\p{Script=Han}\u30a1-\u30fc\u3001\u3002]/u,
  })),
  {
    label: 'gb18030',
    common:
      '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏，。',
    script: /[\p{Script=Han}\uff00-\uff5e\u3001\u3002]/u,
  },
  {
    label: 'euc-kr',
    common: '이다는의에을가고하지도를은기사로한자리어나대인아그서시정스수일보들해주원전요입니합',
    script: /\p{Script=Hangul}/u,
  },
  {
    label: 'big5',
    common:
      '的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她後小麼心多天而能好都然沒日於起還發成事只作當想看，。',
    script: /[\p{Script=Han}\uff00-\uff5e\u3001\u3002]/u,
  },
]

const SAMPLE = 16_384
/** Of the letters that are not of ASCII; in Latin scripts most are, and the usual guess is as good as any. */
const FOREIGN = 0.4
const LEAST_LETTERS = 8
const LEAST_SCORE = 0.45

/** The encoding in whose letters the bytes come out best as words of its languages; null where they are Latin, few, or come out well in none. */
export function guessCharset(bytes: Uint8Array): string | null {
  const sample = textAlone(bytes.subarray(0, 16 * SAMPLE)).subarray(0, SAMPLE)
  let foreign = 0
  let ascii = 0
  for (const byte of sample) {
    if (byte >= 0x80) foreign++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii++
  }
  if (foreign < LEAST_LETTERS || foreign / (foreign + ascii) < FOREIGN) return null
  let best: string | null = null
  let most = LEAST_SCORE
  for (const { label, common, script } of CANDIDATES) {
    const score = scoreOf(new TextDecoder(label).decode(sample), new Set(common), script)
    if (score <= most) continue
    most = score
    best = label
  }
  return best
}

/** Markup and scripts are ASCII in any language. One pass, whatever is left open. */
function textAlone(bytes: Uint8Array): Buffer {
  const page = Buffer.from(bytes).toString('latin1')
  const kept: string[] = []
  let at = 0
  while (at < page.length) {
    const opens = page.indexOf('<', at)
    kept.push(page.slice(at, opens < 0 ? page.length : opens), ' ')
    if (opens < 0) break
    const silent = /^<(?:script|style)(?![a-z])/i.exec(page.slice(opens, opens + SILENT_LETTERS))?.[0]
    const closes = silent === undefined ? opens : page.indexOf(`</${silent.slice(1)}`, opens)
    const ends = closes < 0 ? -1 : page.indexOf('>', closes)
    if (ends < 0) break
    at = ends + 1
  }
  return Buffer.from(kept.join(''), 'latin1')
}

const SILENT_LETTERS = 8

/** From 1, where every letter is a common one in its place, down. */
function scoreOf(text: string, common: ReadonlySet<string>, script: RegExp): number {
  let sum = 0
  let count = 0
  let before = ''
  for (const letter of text) {
    if (letter >= '\u0080') {
      count++
      const small = letter.toLowerCase()
      if (!script.test(letter)) sum -= PUNCTUATION.test(letter) ? 0 : 1
      else sum += common.has(small) ? 1 : RARE
      // In words, capitals stand first.
      if (letter !== small && before !== '' && before === before.toLowerCase() && /\p{L}/u.test(before))
        sum -= 1
    }
    before = letter
  }
  return count === 0 ? 0 : sum / count
}

const RARE = 0.1
const PUNCTUATION = /[\p{P}\p{S}\p{Z}\p{M}]/u
