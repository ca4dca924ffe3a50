import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { describeConfig, readConfig } from '../../src/config.ts'

const KEY = 'ab'.repeat(32)
const URL_OF_DATABASE = 'postgres://toscan:hidden@db/toscan'

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const refused = (env: Record<string, string>, why: RegExp) =>
    assert.throws(
      () => readConfig(env),
      (error: Error) => why.test(error.message) && !error.message.includes('hidden'),
    )

  it('are read where <NAME>_FILE says, without the line break at their end', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('database-url', `${URL_OF_DATABASE}\n`),
      TOSCAN_SECRET_KEY_FILE: file('secret-key', `${KEY}\r\n`),
      TOSCAN_METRICS_TOKEN_FILE: file('metrics-token', 'sixteen-letters-or-more'),
    })
    assert.equal(config.databaseUrl, URL_OF_DATABASE)
    assert.equal(config.secretKey, KEY)
    assert.equal(config.metricsToken, 'sixteen-letters-or-more')
  })

  for (const { name } of describeConfig({}).filter((setting) => setting.secret))
    it(`may hold ${name}, which is then never shown`, () => {
      const path = file(name, 'hidden')
      const shown = describeConfig({ [`${name}_FILE`]: path }).find((setting) => setting.name === name)
      assert.deepEqual([shown?.value, shown?.source], [`(in ${path})`, 'file'])
      // A bad value is named by its setting; one that any text is good for is taken.
      try {
        readConfig({ [`${name}_FILE`]: path })
      } catch (error) {
        assert.ok(error instanceof Error)
        assert.match(error.message, new RegExp(`^${name}`, 'm'))
        assert.doesNotMatch(error.message, /hidden|is not a setting/)
      }
    })

  it('count as set for what needs them', () => {
    refused({ DATABASE_URL_FILE: file('database-url', URL_OF_DATABASE) }, /TOSCAN_SECRET_KEY is required/)
    const bucket = { TOSCAN_EVIDENCE: 's3://pages', TOSCAN_EVIDENCE_S3_KEY_ID: 'id' }
    refused(bucket, /TOSCAN_EVIDENCE_S3_SECRET is required/)
    const secret = file('s3', 'hidden')
    assert.equal(
      readConfig({ ...bucket, TOSCAN_EVIDENCE_S3_SECRET_FILE: secret }).evidenceBucket?.secret,
      'hidden',
    )
  })

  it('beside the setting itself are refused', () => {
    const both = { TOSCAN_SECRET_KEY: KEY, TOSCAN_SECRET_KEY_FILE: file('secret-key', KEY) }
    refused(both, /TOSCAN_SECRET_KEY and TOSCAN_SECRET_KEY_FILE are both set: leave one out\./)
    assert.equal(readConfig({ ...both, TOSCAN_SECRET_KEY: '' }).secretKey, KEY)
    assert.equal(readConfig({ ...both, TOSCAN_SECRET_KEY_FILE: '' }).secretKey, KEY)
  })

  it('that cannot be read or hold nothing are named in a sentence', () => {
    refused(
      { TOSCAN_SECRET_KEY_FILE: join(folder, 'none') },
      /TOSCAN_SECRET_KEY_FILE: .*none cannot be read \(ENOENT\)\./,
    )
    refused({ TOSCAN_SECRET_KEY_FILE: folder }, /TOSCAN_SECRET_KEY_FILE: .* cannot be read \(EISDIR\)\./)
    refused({ TOSCAN_API_KEY_FILE: file('empty', '\n') }, /TOSCAN_API_KEY_FILE: .*empty holds nothing\./)
  })

  it('are for secrets only', () => {
    refused({ TOSCAN_ROBOTS_FILE: file('robots', 'ignore') }, /TOSCAN_ROBOTS_FILE is not a setting/)
  })
})
