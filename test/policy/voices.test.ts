import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import type { Mitigation } from '../../src/policy/finding.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const RULES = { ...pack, classifier: null }

function mitigationsOf(text: string): (Mitigation | null)[] {
  return evaluate(RULES, exampleEvidence(text)).map(({ mitigation }) => mitigation)
}

describe('a sentence about anybody', () => {
  it('tells what a rule is about, and offers nothing', () => {
    for (const text of [
      'Pictures of an individual posted without their consent',
      'Content depicting adults filmed with a hidden camera, videos included',
      'Selling or buying firearms, such as a pistol or ammunition for sale',
    ])
      assert.deepEqual([...new Set(mitigationsOf(text))], ['policy_text'], text)
  })

  it('offers where it names a price or a contact, or where its author speaks', () => {
    for (const text of [
      'Incall in hotels, for example tonight, 200 EUR per hour',
      'Pistols for sale, such as a Glock, message me on Telegram',
      'I post pictures of someone without her permission',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })

  it('excuses no other sentence', () => {
    assert.ok(mitigationsOf('Hobbies, such as chess. Glock for sale, no paperwork').includes(null))
  })
})

describe('what somebody else says', () => {
  it('is not what the author says', () => {
    for (const text of [
      'It hurts to hear people saying immigrants are vermin',
      'Some people here really believe that immigrants are vermin',
    ])
      assert.deepEqual([...new Set(mitigationsOf(text))], ['third_person'], text)
  })

  it('may stand between the words that matched, or be judged before or behind them', () => {
    for (const text of [
      'It hurts to see all these people saying Muslim lives are worthless.',
      'Immigrants are vermin is a horrible thing to say',
      'Threatening to kill all immigrants gets you thrown in jail',
    ])
      assert.deepEqual(
        mitigationsOf(text).filter((mitigation) => mitigation === null),
        [],
        text,
      )
  })

  it('is what the author says where it is theirs, or in a sentence of its own', () => {
    for (const text of [
      'I am saying immigrants are vermin',
      'We all believe that immigrants are vermin',
      'People keep saying things. Immigrants are vermin',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })
})

describe('a quotation', () => {
  it('that opens with a printer’s mark may close with a typewriter’s', () => {
    for (const text of [
      'During the call he asked about the council and said, “somebody ought to put a bullet in her skull," the office said.',
      'He wrote to the mayor: “I will kill all of you tonight" and was arrested on Monday.',
    ])
      assert.deepEqual(
        mitigationsOf(text).filter((mitigation) => mitigation === null),
        [],
        text,
      )
  })

  it('that has closed before excuses nothing behind it', () => {
    for (const text of [
      'My “lovely" neighbours, I will kill all of you tonight',
      'They call it “art" here. Glock for sale, 400, ships today, DM "now"',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })
})

describe('a refusal', () => {
  const onAdultPage = (text: string) =>
    evaluate(RULES, exampleEvidence({ platform: 'onlyfans', evidence: [{ text }] })).map(
      ({ mitigation }) => mitigation,
    )

  it('goes on to the end of its list', () => {
    for (const text of [
      'I do NOT do family roleplay, intoxication, or anything outdoors where folks can see. Lingerie, 30',
      "Nudes. Don't ask for family role play, animals or drunk shows",
    ])
      assert.deepEqual([...new Set(onAdultPage(text))], ['negated'], text)
  })

  it('ends where something is offered', () => {
    for (const text of [
      "I don't do meetups, incall 200 in Paris, text me",
      "I don't do bareback, incall or outcall 200 EUR per hour",
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })

  it('is no negation that the claim itself holds, and no word of another language', () => {
    for (const text of ['Suriyeliler insan değil', 'No Rio vendo maconha e bala, chama no zap'])
      assert.ok(mitigationsOf(text).includes(null), text)
  })
})

describe('the age in a tale', () => {
  const isMinor = (text: string) =>
    evaluate(RULES, exampleEvidence(text)).some(({ code }) => code === 'minor_age_claim')

  it('is nobody’s who tells it', () => {
    for (const text of [
      'A 17 year old girl once struck out two champions',
      'This 16 year old boy won the whole tournament',
    ])
      assert.equal(isMinor(text), false, text)
  })

  it('is the owner’s in every other sentence', () => {
    for (const text of [
      "I'm a 17 year old girl who won the tournament",
      'A 17 year old girl who once lived in Leeds',
      '17 year old girl from Leeds',
      'a 16 year old boy and I was born in Leeds',
    ])
      assert.equal(isMinor(text), true, text)
  })
})

describe('words of others, and words that excuse, in another clause', () => {
  const OFFENCES = {
    drug_sale: 'I sell cocaine, 70 a gram, delivery tonight, message me on Telegram',
    weapon_sale: 'selling a Glock 19, 400, ships today, DM me',
    sextortion_threat: 'pay me 200 or I send your nudes to everyone',
    violence_threat: 'I will find you and stab you',
    scam_financial: 'double your deposit in 24 hours guaranteed, message me',
  }
  for (const [code, offence] of Object.entries(OFFENCES))
    it(`do not take from the author what the author says: ${code}`, () => {
      for (const before of [
        'Police are useless here, ',
        'Court is adjourned, ',
        'Ask my friend: ',
        'Sober since May, ',
        'Not a scam: ',
        'No joke, ',
        'My novel is finished, so ',
      ])
        assert.ok(
          evaluate(RULES, exampleEvidence(before + offence)).some(
            (finding) => finding.code === code && finding.mitigation === null,
          ),
          before + offence,
        )
    })

  it('tell of others where nobody speaks for themselves, and on both sides of what is told', () => {
    for (const text of [
      'Police: cocaine for sale on Telegram, three arrested',
      'Police: man wrote pay or I publish, arrested on Monday',
      'I know where you live (kidding), delivery of tiramisu',
      'Police report, out now: "I will find you and stab you"',
    ])
      assert.ok(!mitigationsOf(text).includes(null), text)
  })
})

describe('an act that its author gave up', () => {
  it('is offered no more', () => {
    for (const text of [
      'I used to sell cocaine at 80 a gram and I am ashamed of it',
      'I stopped selling weed in 2015',
      'Hace años dejé de vender cocaína, 80 el gramo',
    ])
      assert.ok(!mitigationsOf(text).includes(null), text)
  })

  it('is offered where the sentence asks to be written to, or another act is', () => {
    for (const text of [
      'I used to sell cocaine at 80 a gram, now 70, text me',
      'I used to sell bread, now I sell cocaine, 70 a gram, delivery',
      'I stopped working. Selling cocaine, 70 a gram, delivery tonight, Telegram',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })
})

describe('an act whose subject is nobody, a part or somebody else who speaks', () => {
  const FREE = [
    'Actress. I played an escort in season 2, now rehearsing in London. Bookings: my agent',
    "If someone says pay or I post your pics: don't pay, save the proof, tell the police",
    'Thriller writer. In my new book he says: I will kill you',
    'Nobody doubles your money in 24 hours. Guaranteed.',
  ]
  for (const text of FREE) it(`accuses nobody: ${text}`, () => assert.ok(!mitigationsOf(text).includes(null)))

  it('leaves the author’s own act where it was', () => {
    for (const text of [
      'Nobody sells better weed than me, 50 a g, text me',
      'Tell her I will kill you all',
      'I played guitar. Escort in Lisbon, 200 an hour, text me',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })
})

describe('an excuse that is denied', () => {
  it('excuses nothing', () => {
    for (const text of [
      'Not a toy: Glock for sale, 400, ships today, DM',
      'Buy oxycodone online without prescription, discreet delivery, order now',
    ])
      assert.ok(mitigationsOf(text).includes(null), text)
  })

  it('is one where nothing denies it', () => {
    assert.ok(!mitigationsOf('Toy Glock for sale, 40, ships today, DM').includes(null))
  })
})
