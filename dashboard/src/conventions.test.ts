import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'

const FILES = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
  .map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return { name: relative(import.meta.dirname, file), text: readFileSync(file, 'utf8') }
  })

const namesOf = (matches: (file: { name: string; text: string }) => boolean) =>
  FILES.filter(matches).map(({ name }) => name)

describe('the sources of the dashboard', () => {
  it('use the library of controls in ui/ only', () => {
    const users = namesOf(
      ({ name, text }) => !name.startsWith('ui/') && text.includes("'react-aria-components'"),
    )
    assert.deepEqual(users, [])
  })

  it('write no HTML: what strangers wrote stays text', () => {
    assert.deepEqual(
      namesOf(({ text }) => /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/.test(text)),
      [],
    )
  })

  it('take nothing but types from the contract, whose schemas would weigh on every page', () => {
    const takers = namesOf(({ text }) =>
      [...text.matchAll(/^import (type )?(?:(?!^import )[\s\S])*?from '([^']+)'/gm)].some(
        ([, isType, from]) => !isType && from?.endsWith('sdk/contract.ts'),
      ),
    )
    assert.deepEqual(takers, [])
  })

  it('write letters in the size that the reader has set', () => {
    assert.deepEqual(
      namesOf(({ text }) => /\btext-\[[\d.]+px\]/.test(text)),
      [],
    )
  })

  it('speak to the service through the SDK only', () => {
    const askers = namesOf(({ text }) => /(?<![\w.])fetch\(/.test(text))
    assert.deepEqual(askers, ['session/authorized-fetch.ts'])
  })
})
