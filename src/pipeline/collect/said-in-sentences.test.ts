import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EvidenceText } from '../../evidence/evidence.ts'
import { withoutSaidInSentences } from './said-in-sentences.ts'

function labelsKept(prose: string, ...labels: string[]): string[] {
  const texts: EvidenceText[] = [
    { channel: 'bio', text: prose },
    ...labels.map((text) => ({ channel: 'link_label' as const, text })),
  ]
  return withoutSaidInSentences(texts).flatMap(({ channel, text }) => (channel === 'link_label' ? text : []))
}

describe('the label of a link', () => {
  it('is not read alone where it is words of a sentence', () => {
    for (const [prose, label] of [
      ['The flag was given to him by a 15-year-old girl in the crowd.', '15-year-old girl'],
      ['He used the cheque to buy the rifle that he carried.', 'buy the rifle'],
      ['Buy the rifle, said nobody ever.', 'Buy the rifle'],
    ] as const)
      assert.deepEqual(labelsKept(prose, label), [], prose)
  })

  it('is read where it stands for itself', () => {
    for (const prose of [
      'Home\nSelling weed\nAbout',
      'Home Selling weed About',
      'Selling weed',
      'Ana | Selling weed | 24',
    ])
      assert.deepEqual(labelsKept(prose, 'Selling weed'), ['Selling weed'], prose)
    assert.deepEqual(labelsKept('I paint.', 'Selling weed', 'Telegram'), ['Selling weed', 'Telegram'])
  })

  it('leaves the sentence as it is', () => {
    const prose = 'I am a 15-year-old girl from Hull.'
    const kept = withoutSaidInSentences([
      { channel: 'post', text: prose },
      { channel: 'link_label', text: '15-year-old girl' },
    ])
    assert.deepEqual(kept, [{ channel: 'post', text: prose }])
  })
})
