import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine, toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes what would break a row', () => {
    assert.equal(
      csvLine(['a,b', 'say "no"', 'two\nlines', 'plain']),
      '"a,b","say ""no""","two\nlines",plain\r\n',
    )
  })

  it('lets no cell of a stranger become a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠'])
      assert.equal(csvLine([`${start}cmd|' /C calc'!A0`]), `"'${start}cmd|' /C calc'!A0"\r\n`)
  })

  it('keeps numbers and leaves out what is missing', () => {
    assert.equal(csvLine([-1, 0, true, null, undefined, '']), '-1,0,true,,,\r\n')
  })

  it('begins with the mark by which spreadsheets know UTF-8', () => {
    assert.equal(toCsv(['name'], [['Zoë']]), '\ufeffname\r\nZoë\r\n')
  })
})
