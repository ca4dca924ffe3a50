import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { gateFrom, gateTables } from '../../src/policy/pack/pattern-gate.ts'
import { requiredWords, wordsBesides } from '../../src/policy/pack/required-words.ts'
import { matchesIn, withWordEdges } from '../../src/policy/pack/word-edges.ts'
import type { TextView } from '../../src/policy/text/text-views.ts'
import { seeded } from '../support/seeded.ts'
import { pack } from './built-in-pack.ts'

describe('the words that a pattern requires', () => {
  for (const [source, expected] of [
    ['kill (?:you|him)', ['kill you', 'kill him']],
    ['(?:i am )?1[67] years', ['16 years', '17 years', 'i am 16 years', 'i am 17 years']],
    ['(?<!not )turning 1[67]', ['turning 1']],
    ['[^.]{0,20}whatsapp', ['whatsapp']],
    ['[^.]{0,20}(?:whatsapp|\\d)', ['whatsapp', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']],
    ['(?:abc){2}', ['abcabc']],
    ['x?(?:long|longer) (?=word)', ['long ', 'longer ', 'xlong ', 'xlonger ']],
    ['\\p{L}{2,9}', null],
    ['a|whatsapp', null],
    ['(?:whatsapp)?', null],
  ] as const) {
    it(source, () => {
      const words = requiredWords(source)
      assert.deepEqual(
        words === null ? null : words.map(({ text }) => text).sort(),
        expected === null ? null : [...expected].sort(),
      )
    })
  }

  it('are those that leave the fewest places to try', () => {
    const grownUp = '(?:1[89]|[2-6]\\d)'
    const numbers = ['18', '19', ...Array.from({ length: 50 }, (_, i) => String(20 + i))]
    const words = (source: string) => requiredWords(source)?.map(({ text }) => text)
    // "yo" stands in "you", and "on " everywhere.
    assert.deepEqual(words(`${grownUp} ?(?:yo|yrs)`), numbers)
    assert.deepEqual(
      words(`${grownUp} (?:on|in|at) (?:my )?(?:insta|ig)`),
      ['on', 'in', 'at'].flatMap((at) =>
        ['insta', 'ig', 'my insta', 'my ig'].map((where) => `${at} ${where}`),
      ),
    )
    // As far off as that, a match may begin anywhere.
    assert.deepEqual(words('(?:ni|si) \\p{L}{1,90}whatsapp'), ['whatsapp'])
    assert.deepEqual(words('(?:nixen|sirenen) \\p{L}{1,90}whatsapp'), ['nixen ', 'sirenen '])
  })

  it('have others beside them where these leave less to try', () => {
    const besides = (source: string) =>
      wordsBesides(source, requiredWords(source) ?? [])?.map(({ text }) => text)
    const age = '(?:1[89]|[2-6]\\d) ?(?:years old|y/?o)(?!\\p{L})'
    assert.deepEqual(besides(age), ['years old', 'yo', 'y/o'])
    assert.deepEqual(besides('\\d{2}[.,]?(?=[^.]{0,9}🎂)'), ['🎂'])
    // They are seldom met alone, or say no more than the first.
    assert.equal(besides('zebra[^.]{0,9}🎂'), undefined)
    assert.equal(besides('\\d{3}'), undefined)
    const gate = gateFrom(gateTables({ age }))
    const read = (text: string) => {
      const view = { text, starts: new Int32Array(), ends: new Int32Array(), changes: [] }
      return { may: gate.mayMatch(view).has('re.age'), starts: [...(gate.startsIn(view, 're.age')(0) ?? [])] }
    }
    assert.deepEqual(read('25 boats, 30 gulls and a yo yo'), { may: true, starts: [] })
    assert.equal(read('25 boats, 30 gulls and you').may, false)
    assert.equal(read('25 boats, 30 gulls').may, false)
    assert.deepEqual(read('25 boats, 30 gulls, 31 yo'), { may: true, starts: [20] })
  })

  it('begin a match only where nothing can stand before them', () => {
    const beginnings = (source: string) =>
      requiredWords(source)?.flatMap(({ text, begins }) => (begins ? [text] : []))
    assert.deepEqual(beginnings('code[^.]{0,20}'), ['code'])
    assert.deepEqual(
      beginnings('(?<!not )(?:age|alter) [1-9]\\d'),
      ['age ', 'alter '].flatMap((word) => Array.from('123456789', (digit) => word + digit)),
    )
    assert.deepEqual(beginnings('[^.]{0,20}code'), [])
    assert.deepEqual(beginnings('\\p{L}{0,3}(?:code|cipher)'), [])
    assert.deepEqual(beginnings('(?:\\p{L} )?code|code'), [])
    assert.deepEqual(beginnings('(?:code|x){2,}'), [])
  })

  it('end a word where the pattern lets no letter follow, or ends itself', () => {
    const endings = (source: string) =>
      requiredWords(source)?.flatMap(({ text, ends }) => (ends ? [text] : []))
    assert.deepEqual(endings('(?:code|cipher)'), ['code', 'cipher'])
    assert.deepEqual(endings('(?:code|cipher)(?![\\p{L}\\p{N}])[^.]{0,20}'), ['code', 'cipher'])
    assert.deepEqual(endings('(?:code|cipher)(?!\\p{L}) now[^.]{0,20}'), [])
    assert.deepEqual(endings('(?:code|cipher)[^.]{0,20}'), [])
    assert.deepEqual(endings('(?:code|cipher)(?!s)[^.]{0,20}'), [])
    assert.deepEqual(endings('(?:code(?!\\p{L})|code)[^.]{0,20}'), [])
    assert.deepEqual(endings('code\\p{L}*'), [])
    // Whoever goes on with an ending ends where that does.
    assert.deepEqual(endings('(?:code|cipher\\p{L}{1,3})(?!\\p{L})[^.]{0,20}'), ['code'])
    // A word of signs goes on without a blank.
    assert.deepEqual(endings('暗号'), [])
    const gate = gateFrom(gateTables({ dealt: '(?:md|ket)(?!\\p{L})[ ,]{1,2}\\p{L}{3,9}', any: 'md|ket' }))
    const metIn = (text: string) =>
      gate.mayMatch({ text, starts: new Int32Array(), ends: new Int32Array(), changes: [] }).atoms()
    assert.deepEqual(metIn('mdf, kettle'), [])
    assert.deepEqual(metIn('kettle, ket, tea'), ['re.dealt', 're.any'])
  })

  it('go on with what follows all that holds them', () => {
    const words = (source: string) => requiredWords(source)?.map(({ text }) => text)
    assert.deepEqual(words('(?:porto|lev\\p{L}{1,3}) (?:\\p{L}{1,6} ){0,2}'), ['porto ', 'lev'])
    assert.deepEqual(words('(?:porto|porto\\p{L}{1,3}) (?:\\p{L}{1,6} ){0,2}'), ['porto'])
    assert.deepEqual(words('(?:porto|lev\\p{L}{1,3}){1,2} (?:\\p{L}{1,6} ){0,2}'), ['porto', 'lev'])
  })

  it('have so much before them at the utmost', () => {
    const leads = (source: string) => requiredWords(source)?.map(({ lead }) => lead)
    assert.deepEqual(leads('(?<!not )code[^.]{0,20}'), [0])
    assert.deepEqual(leads('(?:^|[.!] ?|\\p{Extended_Pictographic} ?)code'), [3])
    assert.deepEqual(leads('[^.]{0,20}code'), [40])
    assert.deepEqual(leads('(?:\\p{L}{2} ?[^a-z]{0,3}|x )(?:code|cipher)'), [11, 11])
    assert.deepEqual(leads('\\p{L}+code'), [Number.POSITIVE_INFINITY])
  })

  it('are not met inside of words where a match begins with them', () => {
    const gate = gateFrom(gateTables({ age: 'age [1-9]', any: '[^.]{0,9}age [1-9]', two: 'age 1|page 2' }))
    const metIn = (text: string) => {
      const may = gate.mayMatch({ text, starts: new Int32Array(), ends: new Int32Array(), changes: [] })
      return may.atoms().map((atom) => [atom, may.alternatives(atom)])
    }
    assert.deepEqual(metIn('page 1'), [['re.any', [0]]])
    assert.deepEqual(metIn('page 1, age 1'), [
      ['re.age', [0]],
      ['re.any', [0]],
      ['re.two', [0]],
    ])
    assert.deepEqual(metIn('page 2'), [
      ['re.any', [0]],
      ['re.two', [1]],
    ])
  })

  it('are looked for once in a text and in what it begins with', () => {
    const gate = gateFrom(gateTables({ age: 'age [1-9]', any: '[^.]{0,9}mail' }))
    const viewOf = (text: string, longer?: TextView): TextView => ({
      text,
      starts: new Int32Array(),
      ends: new Int32Array(),
      changes: [],
      longer,
    })
    const whole = viewOf('age 9, by mail')
    assert.equal(gate.mayMatch(viewOf('age 9', whole)), gate.mayMatch(whole))
    assert.deepEqual(gate.mayMatch(viewOf('age 9')).atoms(), ['re.age'])
  })

  it('stand in every text that a pattern of the built-in pack matches', () => {
    const random = seeded(7)
    const met = new Set<string>()
    const gate = gateFrom(gateTables(pack.patterns))
    for (const [name, source] of Object.entries(pack.patterns)) {
      const pattern = new RegExp(source, 'u')
      const words = requiredWords(source)
      const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, { unicode: true })
      for (let i = 0; i < 300; i++) {
        const text = oneOf(alternatives, random)
        if (!pattern.test(text)) continue
        met.add(name)
        assert.ok(
          words?.some((word) => text.includes(word.text)) ?? true,
          `${name} matches ${JSON.stringify(text)}`,
        )
        const view = { text, starts: new Int32Array(), ends: new Int32Array(), changes: [] }
        assert.ok(gate.mayMatch(view).has(`re.${name}`), `${name} may match ${JSON.stringify(text)}`)
      }
    }
    // A few look at what stands around them, which is not made up here.
    assert.ok(met.size >= 0.95 * Object.keys(pack.patterns).length, `${met.size} patterns matched something`)
  })

  it('tell every place at which a pattern of the built-in pack may match', () => {
    const random = seeded(11)
    const gate = gateFrom(gateTables(pack.patterns))
    let [places, found] = [0, 0]
    for (const [name, source] of Object.entries(pack.patterns)) {
      const pattern = withWordEdges(source)
      const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, { unicode: true })
      for (let i = 0; i < 60; i++) {
        const one = oneOf(alternatives, random)
        const text = [
          '',
          'we paint 🎨 at home, ',
          one,
          '. ',
          one,
          '\n🎨 ',
          oneOf(alternatives, random),
          ' too',
        ].join('')
        const view = { text, starts: new Int32Array(), ends: new Int32Array(), changes: [] }
        const startsOf = gate.startsIn(view, `re.${name}`)
        const may = gate.mayMatch(view).alternatives(`re.${name}`)
        const all = matchesIn(pattern, text)
        places += may.filter((number) => startsOf(number) !== null).length
        found += all.length
        assert.deepEqual(
          matchesIn(pattern, text, { may, startsOf }).map(({ index, 0: words }) => [index, words]),
          all.map(({ index, 0: words }) => [index, words]),
          `${name} in ${JSON.stringify(text)}`,
        )
      }
    }
    assert.ok(places > 10_000 && found > 10_000, `${places} alternatives with places, ${found} matches`)
  })
})

/** Something that one of them matches, where what stands around it lets it. */
function oneOf(alternatives: readonly AST.Alternative[], random: () => number): string {
  return chosen(alternatives, random)
    .elements.map((element) => textOf(element, random))
    .join('')
}

function textOf(element: AST.Element, random: () => number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
      return element.kind === 'digit' ? '3' : chosen(['a', 'я', ' ', 'o'], random)
    case 'CharacterClass':
      return element.negate ? chosen(['a', ' '], random) : signOf(chosen(element.elements, random), random)
    case 'Quantifier': {
      const most = random() < 0.02 ? Math.min(element.max, 130) : Math.min(element.max, element.min + 3)
      const times = element.min + Math.floor(random() * (most - element.min + 1))
      return Array.from({ length: times }, () => textOf(element.element, random)).join('')
    }
    case 'Group':
    case 'CapturingGroup':
      return oneOf(element.alternatives, random)
    default:
      return ''
  }
}

function signOf(element: AST.CharacterClassElement, random: () => number): string {
  if (element.type === 'Character') return String.fromCodePoint(element.value)
  if (element.type !== 'CharacterClassRange') return '3'
  const { min, max } = element
  return String.fromCodePoint(min.value + Math.floor(random() * (max.value - min.value + 1)))
}

function chosen<T>(from: readonly T[], random: () => number): T {
  const one = from[Math.floor(random() * from.length)]
  assert.ok(one !== undefined)
  return one
}
