import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a text is accused of anything, and nothing in it excuses it. */
function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ mitigation }) => mitigation === null)
}

const statements = [
  'I will kill you tonight',
  'Te voy a matar esta noche',
  'Je vais te tuer ce soir',
  'Ich bringe dich heute Nacht um',
  'Ti ammazzo stasera',
  "I'm going to shoot up the school tomorrow",
]
const tones: Record<string, (statement: string) => string> = {
  lol: (statement) => `${statement} lol`,
  'jk lol': (statement) => `${statement} jk lol`,
  haha: (statement) => `haha ${statement}`,
  'a joke in brackets': (statement) => `${statement} (joke)`,
  'what it is for legal reasons': (statement) => `${statement}. for legal reasons this is a joke`,
  'the same in front': (statement) => `for legal reasons this is a joke: ${statement}`,
  broma: (statement) => `${statement}, es broma`,
  'Scherz, Spaß': (statement) => `${statement}, war nur Spaß, Scherz`,
  blague: (statement) => `${statement} (blague)`,
  'just kidding': (statement) => `${statement}, just kidding`,
  'in Minecraft': (statement) => `${statement} in Minecraft`,
  allegedly: (statement) => `${statement}, allegedly`,
}

describe('a threat', () => {
  for (const [what, mark] of Object.entries(tones))
    for (const statement of statements)
      it(`is met whatever tone is thrown in: ${what}: ${mark(statement)}`, () =>
        assert.ok(isAccused(mark(statement))))

  for (const text of [
    'im gonna kill you with these jokes lol',
    'I will kill you at Mario Kart jk',
    'I will kill you all in Minecraft bedwars tonight',
    'Te voy a matar a cosquillas jaja',
    'this joke will kill you',
    'We will kill them all in the charts haha',
  ])
    it(`is none where its own clause says what is meant: ${text}`, () => assert.ok(!isAccused(text)))
})

describe('"…, she said"', () => {
  for (const text of [
    'Selling coke 80 a gram, she said',
    'Selling glock switches, 200 each, ships today, she said',
    'kill yourself, nobody will miss you, she said',
    'I posted her nudes without her permission, she said',
    'All paid onlyfans albums free in my mega folder, she said',
  ])
    it(`makes nobody else's what is offered, ordered or said by "I": ${text}`, () =>
      assert.ok(isAccused(text)))

  for (const text of [
    'Immigrants should be deported, he said at the rally on Monday',
    'All muslims should be deported, she said',
    '"I posted her nudes without her permission", he said in court',
    'I will kill you, he said to me. I went to the police',
    'Kill yourself, she said to me every day at school',
    'The killer: a novel. I will kill you, he said. Out in May',
  ])
    it(`tells of others where they are named, quoted or told of: ${text}`, () => assert.ok(!isAccused(text)))
})

describe('what is asked or told', () => {
  for (const text of [
    'Cheaper by bank transfer? No, we only take cards',
    'Billiger per Überweisung? Nein, nur Karte',
    'Sexo en público: por qué es delito',
    'Sex in public: what the law says',
    'Sex in der Öffentlichkeit: was ist erlaubt?',
    'Sexe en public : que dit la loi ?',
    'flash sale on the train station, new video every friday',
    'Bring dich endlich ein, wir brauchen dich',
    'Bring dich nicht um, ruf an',
  ])
    it(`is no offer and no order where it is refused, explained or something else: ${text}`, () =>
      assert.ok(!isAccused(text)))

  for (const text of [
    'Cheaper by bank transfer? No problem, dm me',
    'Cheaper by bank transfer!',
    'Sexo en público, serie nueva cada semana 🔞',
    'flashing on the train, new nude video every friday',
    'Need coke? No, we sell more: 80 a gram, dm me',
    'Bring dich endlich um, keiner braucht dich',
    'bring dich doch einfach um',
    'Du bist tot wenn du nochmal hier auftauchst',
  ])
    it(`is one where it is offered or ordered: ${text}`, () => assert.ok(isAccused(text)))
})
