import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeFor, definitionOf, draftOf, EMPTY_DRAFT, faultsByField } from './criterion-draft.ts'

const DRAFT = {
  ...EMPTY_DRAFT,
  code: 'own_resale',
  name: 'Courses resold',
  phrases: 'copies of the course\nde: Kopien des Kurses',
  domains: 'Shop.example\n\n',
  platforms: 'Instagram: off\ndefault: low',
  right: '85',
}

describe('a criterion as it is typed', () => {
  it('is what is sent, and is typed again from that', () => {
    const definition = definitionOf(DRAFT)
    assert.deepEqual(definition.phrases, { en: ['copies of the course'], de: ['Kopien des Kurses'] })
    assert.deepEqual(definition.domains, ['shop.example'])
    assert.deepEqual(definition.platforms, { instagram: 'off', default: 'low' })
    assert.equal(definition.precision, 0.85)
    assert.deepEqual(definitionOf(draftOf('own_resale', definition)), definition)
  })

  it('has a code by its name', () => {
    assert.equal(codeFor('Unsere Kurse – verkauft!'), 'own_unsere_kurse_verkauft')
    assert.equal(codeFor('…'), '')
  })

  it('is told field by field what is refused', () => {
    const faults = faultsByField(
      [
        { loc: ['body', 'definition', 'phrases', 'en', 0], msg: 'is one word' },
        { loc: ['body', 'definition'], msg: 'says nothing to look for' },
        { loc: ['body', 'code'], msg: 'Write own_' },
        { loc: ['body', 'definition', 'precision'], msg: 'Too small' },
      ],
      { ...definitionOf(DRAFT), phrases: { en: ['copies'] } },
    )
    assert.deepEqual(faults, {
      phrases: '“copies”: is one word',
      whole: 'says nothing to look for',
      code: 'Write own_',
      right: 'Too small',
    })
  })
})
