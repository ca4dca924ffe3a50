import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'

/** Values as they come out of a file that nobody read as a shell would. */
describe('an environment out of a file', () => {
  for (const [name, value] of Object.entries({
    PORT: '"8080"',
    TOSCAN_DATA_DIR: "'./data'",
    TOSCAN_METRICS: '"public"',
    TOSCAN_SECRET_KEY: `"${'ab'.repeat(32)}"`,
    TOSCAN_USER_AGENT: '"Toscan"',
  }))
    it(`is refused where ${name} stands in quotes, which are named as the cause`, () => {
      assert.throws(() => readConfig({ [name]: value }), {
        message: new RegExp(`^${name}: the quotes around its value are part of it\\. Leave them out`),
      })
    })

  it('may have blanks and line ends of Windows behind its values', () => {
    const config = readConfig({
      ...{ PORT: '8081 ', HOST: '127.0.0.2\r', TOSCAN_DATA_DIR: './data\r', TOSCAN_METRICS: ' public\t' },
      ...{ DATABASE_URL: 'postgres://db/toscan\r', TOSCAN_SECRET_KEY: `${'ab'.repeat(32)}\r` },
    })
    assert.equal(config.port, 8081)
    assert.equal(config.host, '127.0.0.2')
    assert.equal(config.dataDir, join(process.cwd(), 'data'))
    assert.equal(config.metrics, 'public')
    assert.equal(config.databaseUrl, 'postgres://db/toscan')
    assert.equal(config.secretKey, 'ab'.repeat(32))
  })

  it('may hold quotes that are meant: a sender of mail has some', () => {
    const from = '"Trust, and safety" <safety@example.org>'
    const { mail } = readConfig({ TOSCAN_SMTP_URL: 'smtp://mail.example', TOSCAN_MAIL_FROM: from })
    assert.match(JSON.stringify(mail), /Trust, and safety/)
  })

  it('that calls a setting by a name too long is told the right one', () => {
    assert.throws(() => readConfig({ TOSCAN_PORT: '"8080"' }), {
      message: 'TOSCAN_PORT is not a setting of Toscan. It is called PORT.',
    })
  })
})
