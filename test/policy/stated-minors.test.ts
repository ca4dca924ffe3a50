import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { hideClaims } from '../../src/policy/rules/excuses/hide-claims.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

const CODE = 'minor_age_claim'

function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === CODE && mitigation === null,
  )
}

function recommendationOf(text: string): string {
  const input = exampleEvidence(text)
  return score(evaluate(pack, input), {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject: input.subject,
    statusCodes: [],
  }).recommendation
}

/** Said of themselves, in the first person: nothing that stands beside it may silence it. */
const CLAIMS = [
  "I'm 15, ninth grade",
  "I'm 15 years old and I draw",
  "hi, I'm 14 and still in school",
  'I am 16 and my mom runs this',
  'Tengo 15 años',
  "J'ai 15 ans",
  'Ich bin 15 Jahre alt',
  'мне 16 лет, рисую',
  '17 y/o | guitar | she/her',
  '13 years old',
  'मैं 15 साल की हूँ',
  '我今年15岁',
  '저는 15살이에요',
  'Мені 15 років',
  'Em 15 tuổi',
  'หนูอายุ 15 ปี',
  'Aku 15 tahun',
  'Jag är 15 år',
  'Am 15 ani',
  'Είμαι 15 χρονών',
  'אני בת 15',
]
/** Words that excused an age, or whatever else, when they stood within reach. */
const EXCUSES = [
  'Coach',
  'Dog',
  'Yoga',
  'Sober',
  'Toy',
  'Research',
  'History',
  'Teacher',
  'Tutor',
  'Photographer',
  'Experience',
  'Married',
  'Season two',
  'Terms of service',
  'Community guidelines',
  'Prohibited',
  'My brother drew the banner',
  'My sister films',
  'I love my dog',
  'My daughter plays chess',
  'Mum of two',
  'Mi hermana graba',
  'Mon chien est mignon',
  'Mein Bruder filmt',
  'She says hello',
  'He is my friend',
  'Fan of whisky ads',
  'A quiet day',
]

describe('an age that somebody states of themselves', () => {
  for (const claim of CLAIMS) {
    it(`is found whatever else is said: ${claim}`, () => {
      assert.ok(isClaimed(claim), 'alone')
      for (const excuse of EXCUSES) {
        for (const text of [
          `${excuse}. ${claim}`,
          `${claim}. ${excuse}.`,
          `${excuse}\n${claim}`,
          `${claim}\n${excuse}`,
        ]) {
          assert.equal(recommendationOf(text), 'review_high', text)
        }
      }
    })
  }

  for (const text of [
    'My brother drew the banner, I’m 15',
    'I’m 15, my brother drew the banner',
    'My sister films and I’m 14',
    'My sister films, 15 years old',
    'just a girl, 13 years old',
    'Lena, 14 years old',
    'she/her 15yo',
    'my name is Lena, 14 years old',
    'small artist, 15 years old, I draw cats',
    'Mi nombre es Ana, 15 años',
    'Mein Name ist Ana, 15 Jahre',
    'Mi vida es dibujar, 15 años',
    'Min, 15 år',
    '私の年齢は15歳です',
    '今の私は15歳です',
    '我的年龄15岁',
    'อายุของฉัน 15 ปี',
    'Age\n15\nCity\nLeeds',
    'DOB: 2012-03-04',
    'Birthday 04.03.2012',
    'Born: 4 March 2012',
    '🎂 15',
    '15 | she/her | leo',
    'My sister films | 15 | she/her',
    'small artist | 15 y/o',
    'I’m\n15\nyears\nold\nand\nin\nninth\ngrade',
    'Mira paints boats all day long\nI’m\n15\nyears old\nand I love it',
    '15 y.o. from Ohio',
    'عندي 15 سنة',
    '"I’m 15, ninth grade" is all I say about me',
  ]) {
    it(`is the owner’s: ${text}`, () => assert.ok(isClaimed(text)))
  }
})

describe('an age that is somebody else’s, or a thing’s', () => {
  for (const text of [
    'My son is 16 years old and plays chess',
    'My sister Ana, 15 years old, draws',
    'Mum to Leo, 13 years old',
    'Proud dad of a 15 year old',
    'Dad to a 15yo goalie and a 12yo poet',
    'My daughter is 14 and started 9th grade today',
    'When I was 15 years old I drew',
    'Family bakery, 13 years old',
    'Old synth, 15 years old, still works',
    'Our podcast: 11 years old',
    'This account is 11 years old',
    'My car is 16 years old',
    'Vintage shop, 11 years old',
    'My nephew | 15 | he/him | goalkeeper',
    'Birthday: 4 March 2012 (our shop)',
    'he/him • 12 • marathons',
    'Posts\n15\nFans\n16\nYears\n11',
    'I am\nMira\n15\nPosts\n12\nFans',
    'Mi tienda, 15 años',
    'Mi coche, 15 años, sigue andando',
    'Ma boutique, 15 ans',
    'Mon chat Minou, 15 ans',
    'Meu carro, 15 anos',
    'Моя машина, 15 лет',
    'Unser Verein, geboren 2011',
    'Born in 2011: our little bakery',
    'Xe của tôi 15 tuổi',
    '我的车15岁',
    'うちの猫は15歳です',
    'แมวของฉันอายุ 15 ปี',
    'قبل 15 سنة سافرت إلى مصر',
    'خلال 15 سنة من العمل',
    'لدي 15 سنة من الخبرة',
    'Art class 6 to 9',
    'page 28',
    'stage 24',
    'image 27',
  ]) {
    it(`is no claim: ${text}`, () => assert.equal(recommendationOf(text), 'no_flags'))
  }

  const NOUNS =
    'Pole Art Forklift Spin Welding Yoga Dance Pilates Boxing Cooking Pottery Drawing Sewing Piano Swim Ballet Master Barre Salsa Truck'.split(
      ' ',
    )
  it('nor is the number of a course, whatever is taught', () => {
    for (const noun of NOUNS)
      for (let number = 6; number <= 11; number++)
        for (const rest of ['', ' on Mondays', ' certified', ' at 9', ` to ${number + 3}`])
          assert.equal(
            recommendationOf(`${noun} class ${number}${rest}`),
            'no_flags',
            `${noun} class ${number}${rest}`,
          )
  })
})

describe('what could be a claim beside a found one', () => {
  const text =
    'I’m 15 years old. Our podcast is 14 years old, ninth grade stories, my sister is 13 years old.'
  const input = exampleEvidence({
    evidence: [{ text }, { text: '16 years old whisky', channel: 'page', hop: 1 }],
  })
  const findings = evaluate(pack, input)

  it('is masked as well, in every text, at the same length', () => {
    const { evidence } = hideClaims(pack, input.evidence, findings)
    const texts = evidence.flatMap((each) => each.texts.map((one) => one.text))
    assert.equal(texts[0]?.length, text.length)
    for (const words of ['15 years', '14 years', '13 years', '16 years', 'ninth grade'])
      assert.ok(!texts.join('\n').includes(words), `${words} in ${texts.join(' / ')}`)
  })

  it('and its quotes are still slices of the text that is kept', () => {
    const hidden = hideClaims(pack, input.evidence, findings)
    assert.ok(hidden.findings.length > 0)
    for (const { evidenceRef, textIndex, start, end, quote } of hidden.findings) {
      const kept = hidden.evidence.find(({ ref }) => ref === evidenceRef)?.texts[textIndex]?.text
      assert.equal(kept?.slice(start, end), quote)
      assert.ok(!quote.includes('15'), quote)
    }
  })

  it('stays as it is where nobody claims anything', () => {
    const harmless = exampleEvidence('Our podcast is 14 years old')
    assert.equal(hideClaims(pack, harmless.evidence, []).evidence, harmless.evidence)
  })
})

/** How old one is at what one does already, and forms that say it without a verb. */
const TOLD = [
  'A mis trece años ya pinto barcos enteros',
  'Con mis 15 añitos 🌸',
  'Aos meus catorze anos já pinto barcos',
  'À mes treize ans, je dessine déjà des bateaux',
  'Mit meinen 14 Jahren male ich schon Boote',
  'Ai miei quindici anni disegno già barche',
  'Op mijn 14e teken ik al boten',
  'В мои 14 лет я уже рисую лодки',
  'in my freshman year of high school, drawing',
  'been alive for 15 years',
  "i'm a teen, 15 to be exact",
  '15 but mature for my age',
  '15 🌸 bi 🌸 artist',
  'minor, please be respectful',
  'je suis mineure',
  "j'ai quinze piges",
  'mam 15 wiosen',
  'mis quince años son en junio',
  'meus 15 anos são em junho',
  'junior in hs, class of 2028',
  'i go to middle school',
  'ik zit in de derde klas van de havo',
  '9 б класс',
  'class 9 ki student hoon',
]
/** The same words of long ago, of years of something, and of somebody else. */
const NOT_TOLD = [
  '12 years on earth watch, climate blog',
  "j'ai 15 printemps de métier",
  '16 🏆 and counting, club since 1904',
  'My band has been around for 15 years',
  'In my sophomore year of college, painting',
  'Minor, but annoying: the third track skips',
  'My daughter is a junior in high school',
  'I teach at a middle school and paint',
  "La maison n'est pas pour les mineurs",
  'Minors, please leave',
  'Mis 15 años de casada son un sueño',
  'A mis 15 años ya pintaba barcos',
  'A mis 15 años empecé a pintar',
  'Con mis 15 años de experiencia sigo aprendiendo',
  'À mes treize ans, je dessinais déjà des bateaux',
  'Mit meinen 15 Jahren Erfahrung male ich noch Boote',
  'Aos meus 15 anos já pintava barcos',
  'В мои 14 лет я уже рисовала лодки',
  'Ai miei 15 anni già disegnavo barche',
]

describe('an age that is told', () => {
  for (const text of TOLD) it(`is met: ${text}`, () => assert.ok(isClaimed(text)))
  for (const text of NOT_TOLD) it(`is none: ${text}`, () => assert.ok(!isClaimed(text)))
})

/** Languages that have a word for somebody of so many years. */
const IN_A_WORD = [
  'Quindicenne di Bari, disegno manga',
  'Sono una quattordicenne che ama i cavalli',
  'Пятнадцатилетний школьник, рисую аниме',
  'Мне нравится рисовать. Я 14-летняя девочка из Перми',
  'Piętnastolatka z Gdyni, konie i książki',
  'Jestem szesnastolatkiem',
  '14-latka, rysuję wilki',
  'Vierzehnjährige aus Kassel, reite gern',
  'Ich bin eine 15-jährige Schülerin und zeichne',
  'meisje van 15, paarden en tekenen',
  'Vijftienjarige uit Gent',
  '14 piges, skate et dessin',
  'fille de 13 ans, je dessine',
  'Chica de 15, dibujo y anime',
  'garota de 14 anos, desenho',
  '15 yaş, çizim yapıyorum',
  'kedi sever | 14 yaşındayım',
  'ragazza di 16 anni, canto',
]
/** Somebody else, and what has lasted for so long. */
const NOT_IN_A_WORD = [
  'Mamma di un quindicenne e di una gatta',
  'Vino quindicenne, affinato in botte',
  'Insegno chitarra, il mio allievo più bravo è un quattordicenne',
  'Пятнадцатилетний опыт работы с деревом',
  '15-летний стаж, делаю мебель',
  'Мама 14-летней дочки',
  'Mama piętnastolatka, piekę chleb',
  '15-letni staż w zawodzie',
  '15-jährige Erfahrung als Schreinerin',
  'Mein Sohn, ein Vierzehnjähriger, hilft mir',
  'Fünfzehnjähriges Bestehen, danke euch',
  'Ons 15-jarig bestaan vieren we met taart',
  'Trotse moeder van een vijftienjarige',
  'Whisky de 15 ans, notes de pomme',
  "Maman d'une fille de 13 ans",
  'Vestidos para chica de 15, confección a medida',
  '15 yaş üstü için atölye',
  'Kedim 15 yaşında',
  'Mãe de uma garota de 14 anos',
  'Romanzo: la storia di una quindicenne',
]

describe('an age in one word', () => {
  for (const text of IN_A_WORD) it(`is met: ${text}`, () => assert.ok(isClaimed(text)))
  for (const text of NOT_IN_A_WORD) it(`is none: ${text}`, () => assert.ok(!isClaimed(text)))
})
