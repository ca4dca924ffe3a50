import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Site } from '../../demo/web/site.ts'
import { FIELDS, STRANGERS } from '../../scripts/world/card.ts'
import { createDrawing } from '../../scripts/world/draw.ts'
import { growWeb } from '../../scripts/world/grow-web.ts'
import { makeWorld, siteOf } from '../../scripts/world/make-world.ts'
import { pagesOf } from '../../scripts/world/plan.ts'
import { structures } from '../../scripts/world/structures.ts'
import { readWords } from '../../scripts/world/words.ts'
import { worldPolicies } from '../../scripts/world/world-policies.ts'

const pack = worldPolicies()
const words = readWords()
const world = (seed: number) => makeWorld({ seed, creators: 240, words, pack })

describe('the invented world', () => {
  const { creators, twins } = world(1)
  const pages = creators.flatMap((creator) => creator.pages)
  const placed = creators.flatMap((creator) => creator.placed)

  it('is the same for the same seed, byte for byte, and another for another', () => {
    const again = world(1)
    assert.equal(JSON.stringify(again.creators), JSON.stringify(creators))
    assert.equal(JSON.stringify([...again.twins]), JSON.stringify([...twins]))
    assert.notEqual(JSON.stringify(world(2).creators), JSON.stringify(creators))
  })

  it('puts creators on pages of more than sixty structures, two links deep', () => {
    assert.ok(structures.length >= 65)
    assert.deepEqual(
      [...new Set(pages.map((page) => page.structure))].sort(),
      structures.map(({ id }) => id).sort(),
    )
    assert.deepEqual([...new Set(pages.map((page) => page.hop))].sort(), [0, 1, 2])
  })

  it('expects every code of the pack somewhere', () => {
    const expected = new Set(creators.flatMap(({ truth }) => truth.codes))
    assert.deepEqual(
      Object.keys(pack.codes).filter((code) => !expected.has(code)),
      [],
    )
  })

  it('puts what matters into every field, at every distance, and into the mouths of all others', () => {
    assert.deepEqual([...new Set(placed.map(({ field }) => field))].sort(), [...FIELDS, ...STRANGERS].sort())
    const hops = creators.flatMap((creator) =>
      creator.placed.map(({ url }) => creator.pages.find((page) => page.url === url)?.hop),
    )
    assert.deepEqual([...new Set(hops)].sort(), [0, 1, 2])
  })

  it('has every wall and every gap, before the profile or behind a link', () => {
    const barriers = new Set(pages.flatMap(({ barrier }) => barrier ?? []))
    assert.ok(barriers.size >= 11, [...barriers].join())
  })

  it('shows what it says it shows: every sentence stands in the answers of its page', () => {
    for (const creator of creators) {
      const answers = writtenIn(creator.site)
      for (const { text } of creator.placed) assert.ok(isWritten(answers, text), `${creator.id}: ${text}`)
    }
  })

  it('gives nobody the name of somebody else, however many there are', () => {
    const drawing = createDrawing(3, words, pack)
    const handles = Array.from({ length: 30_000 }, (_, index) => drawing.next(index, 0).handle)
    assert.equal(new Set(handles).size, handles.length)
    assert.ok(handles.every((handle) => handle.length <= 15))
  })

  it('shows something else at every address', () => {
    assert.ok(Object.keys(siteOf(creators)).length > 400)
  })
})

describe('each structure', () => {
  const drawing = createDrawing(7, words, pack)
  for (const [index, structure] of structures.entries())
    it(`${structure.id} shows the fields and the links that it names`, () => {
      const draw = drawing.next(index, 0)
      const depth = structure.mostLinks > 0 ? 1 : 0
      const root = growWeb(draw, {
        depth,
        language: 'en',
        adult: structure.adult,
        root: ({ id }) => id === structure.id,
      })
      const answers = writtenIn(structure.render(root.card, root.url))
      const { card } = root
      const texts = {
        name: [card.name],
        bio: [card.bio],
        post: card.posts,
        pinned: [card.pinned],
        label: card.links.map(({ label }) => label),
        alt: card.alts,
        offer: card.offers.map(({ text }) => text),
        faq: card.faq.map(({ answer }) => answer),
      }
      const strangers = structure.strangers.flatMap((field) => card.strangers[field])
      for (const text of [...structure.shows.flatMap((field) => texts[field]), ...strangers])
        assert.ok(isWritten(answers, text), `${structure.id}: ${text}`)
      for (const child of pagesOf(root).slice(1, 1 + structure.mostLinks)) {
        const { host } = new URL(child.url)
        assert.ok(answers.includes(host.replace(/^www\./, '')), `${structure.id} leads to ${child.url}`)
      }
    })
})

/** Streams are cut anywhere, and states are packed: what stands in two parts is put together, and what is packed is unpacked. */
function writtenIn(site: Site): string {
  const answers = JSON.stringify(Object.values(site)).replaceAll(
    /\\"\]\)<\/script>(?:\\n)?<script>self\.__next_f\.push\(\[1,\\"/g,
    '',
  )
  const packed = [...answers.matchAll(/atob\(\\"([^"\\]+)/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64').toString(),
  )
  const encoded = [...answers.matchAll(/decodeURIComponent\(\\"([^"\\]+)/g)].map(([, text = '']) =>
    decodeURIComponent(text),
  )
  return [answers, ...packed, ...encoded].join('\n')
}

/** Word by word, since editors keep a sentence in pieces. */
function isWritten(answers: string, text: string): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).every((word) => answers.includes(word))
}
