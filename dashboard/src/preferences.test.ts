import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPreferences } from './preferences.ts'

describe('preferences', () => {
  it('are careful ones for those who have chosen nothing', () => {
    assert.deepEqual(readPreferences(null), { blurPictures: true, timeZone: 'utc' })
  })

  it('survive what another version has stored', () => {
    assert.equal(readPreferences('{"blurPictures":"no","timeZone":"Mars"}').blurPictures, true)
    assert.equal(readPreferences('[').timeZone, 'utc')
    assert.deepEqual(readPreferences('{"timeZone":"local"}'), {
      blurPictures: true,
      timeZone: 'local',
    })
  })
})
