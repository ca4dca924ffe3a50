import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { json, type Site } from '../../demo/web/site.ts'
import { ScannedProfile } from '../../sdk/contract.ts'
import { createPictureReader, type PictureReader } from '../../src/pictures/create-picture-reader.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { qrPicture } from '../pictures/draw.ts'
import { picture, profile } from '../pictures/pages.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const MINA = {
  login: 'minatest',
  name: 'Mina Test',
  bio: 'Paints harbours.',
  followers: 1204,
  avatar_url: 'https://pics.example/mina.png',
  created_at: '2019-04-03T08:00:00Z',
}

describe('the profile of a scan', () => {
  let web: WebUnderTest
  let reader: PictureReader
  before(async () => {
    const site: Site = {
      'api.github.com/users/minatest': json(MINA),
      'pics.example/mina.png': picture(await qrPicture('https://mina.example/')),
      'mina.example/': profile('Mina', 'Prints of harbours', null),
      'api.github.com/users/kimtest': json({
        ...MINA,
        login: 'kimtest',
        name: 'Kim, I am 15 years old',
        bio: 'I am 15 years old and sell my photos',
      }),
      'api.github.com/users/longtest': json({ ...MINA, login: 'longtest', bio: `a${'🦊'.repeat(1500)}` }),
      'instagram.com/walled/': {
        status: 302,
        headers: { location: 'https://www.instagram.com/accounts/login/?next=/walled/' },
      },
      'twitch.tv/videos/123': profile('A noisy evening', 'We sang all night long', null),
    }
    web = await scanThrough([site])
    reader = createPictureReader()
  })
  after(async () => {
    await reader.close()
    await web.close()
  })

  async function scanned(url: string, mode: 'deep' | 'quick' = 'quick') {
    const { readPicture } = reader
    const result = await scanProfile(
      { ...web.context, readPicture },
      { url, mode },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    return { ...result, profile: ScannedProfile.parse(result.profile) }
  }

  it('is what the page said of itself, with the entry that holds its picture', async () => {
    const { profile, report } = await scanned('https://github.com/minatest', 'deep')
    const { picture, read_at, picture_hash, ...said } = profile
    assert.match(picture_hash ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(said, {
      platform: 'github',
      handle: 'minatest',
      name: 'Mina Test',
      bio: 'Paints harbours.',
      followers: 1204,
      verified: null,
      created: '2019-04-03T08:00:00.000Z',
    })
    const [own] = report.evidence_index
    assert.equal(read_at, own?.captured_at)
    const entry = report.evidence_index.find(({ ref }) => ref === picture)
    assert.deepEqual([entry?.type, entry?.url], ['image', MINA.avatar_url])
  })

  it('names no picture that was not looked at', async () => {
    const { profile } = await scanned('https://github.com/minatest')
    assert.deepEqual([profile.picture, profile.picture_hash], [null, undefined])
  })

  it('has name and bio masked, and no picture, where a child may be endangered', async () => {
    const { profile, captures, report } = await scanned('https://github.com/kimtest', 'deep')
    assert.doesNotMatch(`${profile.name} ${profile.bio}`, /15/)
    assert.match(profile.name ?? '', /^Kim, .*\*/)
    assert.match(profile.bio ?? '', /\*.*photos$/)
    assert.deepEqual([profile.picture, profile.picture_hash], [null, undefined])
    const shown = report.evidence_index.find(({ type }) => type === 'image')
    assert.equal(captures.find(({ ref }) => ref === shown?.ref)?.withheld, true)
  })

  it('ends a long bio between two letters', async () => {
    const { profile } = await scanned('https://github.com/longtest')
    assert.equal(profile.bio, `a${'🦊'.repeat(999)}`)
  })

  it('is null in all that a wall hid', async () => {
    const { profile, report } = await scanned('https://www.instagram.com/walled/')
    assert.equal(report.evidence_index[0]?.outcome, 'login_wall')
    assert.deepEqual(profile, {
      platform: 'instagram',
      handle: 'walled',
      name: null,
      bio: null,
      followers: null,
      verified: null,
      created: null,
      picture: null,
      read_at: null,
    })
  })

  it('takes the title of a post for nobody’s name', async () => {
    const { profile } = await scanned('https://www.twitch.tv/videos/123')
    assert.deepEqual(
      [profile.platform, profile.handle, profile.name, profile.bio],
      ['twitch', null, null, null],
    )
    assert.notEqual(profile.read_at, null)
  })
})
