import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, type Page, type Site } from '../../demo/web/site.ts'
import { scanOf } from './demo-web.ts'

/** What a private account or an age gate shows to everybody is judged as any words of a creator, and its links are followed. */

const GATE =
  '<p>Are you over 18?</p><button>Yes, enter</button> <a href="https://away.example/">I am under 18 - exit</a>'
const PRIVATE = '<p>This account is private</p>'
const LINK = '<a href="http://hers.example/lia">My links</a>'

async function scanned(url: string, site: Site) {
  const { report, coverage, isBanned, requests } = await scanOf(url, site)
  return { ...report, coverage, isBanned, asked: requests.join('\n') }
}

const FRONTS: Record<string, string> = { 'a private account': PRIVATE, 'an age gate': GATE }

/** An account of a platform whose own answer says that it is private. */
const onTikTok = (bio: string, { privateAccount = true, name = 'Lia', body = '' } = {}): Page => {
  const user = {
    uniqueId: 'lia.w',
    nickname: name,
    signature: bio,
    privateAccount,
    bioLink: { link: 'http://hers.example/lia' },
  }
  const state = {
    __DEFAULT_SCOPE__: { 'webapp.user-detail': { userInfo: { user, stats: { followerCount: 3 } } } },
  }
  return html(
    name,
    `${body}<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(state)}</script>`,
  )
}

describe('the front of a profile', () => {
  for (const [what, front] of Object.entries(FRONTS)) {
    it(`is judged: ${what}`, async () => {
      const { reason_codes, recommendation, coverage } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1><p>14 years old. Dm me for my nudes.</p>${front}`),
      })
      assert.ok(reason_codes.includes('minor_age_claim'), String(reason_codes))
      assert.ok(reason_codes.includes('insufficient_coverage'), String(reason_codes))
      assert.equal(recommendation, 'review_high')
      assert.ok(coverage.steps.some(({ step, status }) => step === 'profile' && status === 'partial'))
    })

    it(`is judged by what its code keeps: ${what}`, async () => {
      const state = JSON.stringify({ user: { bio: '14 years old. Dm me for my nudes.' } })
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1>${front}<script>window.page = ${state}</script>`),
      })
      assert.deepEqual(reason_codes, ['minor_age_claim', 'insufficient_coverage'])
    })

    it(`leads on: ${what}`, async () => {
      const { reason_codes, asked } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1>${LINK}${front}`),
        'hers.example/lia': html('Lia', '<h1>Lia</h1><p>Incall in Antwerp, 180 an hour, text me.</p>'),
      })
      assert.match(asked, /hers\.example\/lia/)
      assert.ok(reason_codes.includes('escort_offer'), String(reason_codes))
    })

    it(`accuses nobody by its own words: ${what}`, async () => {
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1><p>Prints of harbours.</p>${front}`),
      })
      assert.deepEqual(reason_codes, ['insufficient_coverage'])
    })
  }

  const RECORD = {
    profile: {
      username: 'lia',
      bio: '14 years old, dm me for my nudes',
      links: [{ url: 'http://hers.example/lia' }],
    },
    labels: { under: 'I am under 18', over: 'I am 18 or older' },
    suggested: [{ username: 'mona', bio: 'Incall in Antwerp, 180 an hour, text me.' }],
  }
  const STATE = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: RECORD })}</script>`
  for (const [what, front] of Object.entries({
    ...FRONTS,
    'a wall': '<p>You must log in to view this page.</p>',
  }))
    it(`is judged with what its state says of the account, and of nobody else: ${what}`, async () => {
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1>${front}${STATE}`),
      })
      assert.deepEqual(reason_codes.toSorted(), ['insufficient_coverage', 'minor_age_claim'])
    })

  it('is judged where a platform says that the account is private', async () => {
    const { reason_codes } = await scanned('https://www.tiktok.com/@lia.w', {
      'tiktok.com/@lia.w': onTikTok('14 years old, dm me for my nudes'),
    })
    assert.ok(reason_codes.includes('minor_age_claim'), String(reason_codes))
  })
})

const PRINTS = '<p>Prints of harbours, pulled by hand on cotton paper, shipped rolled in a tube.</p>'.repeat(
  25,
)
const OFFERED: Record<string, string> = {
  'two buttons': '<h2>Are you over 18?</h2><button>Enter</button><button>I am under 18</button>',
  'an answer': '<p>Are you of legal age?</p><button>Yes</button><button>No, I am under 18</button>',
  'two links':
    '<p>This site is for grown-ups.</p><a href="https://away.example/">I am under 18</a> <a href="#">Enter</a>',
  'its code': `<h2>Are you over 18?</h2><button id="n"></button><script>n.textContent = 'I am under 18'</script>`,
  'its state':
    '<h2>Are you over 18?</h2><script type="application/json">{"buttons":[{"text":"I am under 18"}]}</script>',
}
/** Nobody is asked there. */
const SAID: Record<string, string> = {
  'on a line of its own': '<p>Hi, I am Lia.</p><p>I am under 18</p><p>Yes, I take requests.</p>',
  'as an answer': '<h2>Do you sell nudes?</h2><p>No, I am under 18</p>',
}

describe('"I am under 18" on a page with much else', () => {
  for (const [how, body] of Object.entries(OFFERED))
    it(`is said by nobody where an age gate lies over it: ${how}`, async () => {
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1>${body}${PRINTS}`),
      })
      assert.ok(!reason_codes.includes('minor_age_claim'), String(reason_codes))
    })
  for (const [how, body] of Object.entries(SAID))
    it(`is said by the owner ${how}`, async () => {
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1>${body}${PRINTS}`),
      })
      assert.ok(reason_codes.includes('minor_age_claim'), String(reason_codes))
    })
})

const OFFER = 'Incall in Antwerp, 180 an hour, text me.'
/** What creators write about other accounts and pages of theirs, and what sites write. */
const BESIDE: [says: string, isLive: boolean | null][] = [
  ['My old account was suspended, this is the new one.', true],
  ['Mein altes Konto wurde gesperrt, hier bin ich.', true],
  ['Mon compte a été suspendu, me revoilà.', true],
  ['This account has been suspended.', false],
  ['Diese Seite ist leider nicht verfügbar.', false],
  ['Not available in your country? Use a VPN.', null],
  ['You must log in to view this page.', null],
]

describe('the words of a notice or of a wall', () => {
  for (const [says, isLive] of BESIDE)
    it(`silence nothing beside them: ${says}`, async () => {
      const { reason_codes, isBanned } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Lia', `<h1>Lia</h1><p>${says}</p><p>${OFFER}</p>`),
      })
      assert.ok(reason_codes.includes('escort_offer'), String(reason_codes))
      assert.equal(isBanned, isLive === null ? null : !isLive)
    })

  for (const status of [403, 404, 410])
    it(`are judged whatever the status that they are sent with: ${status}`, async () => {
      const { reason_codes } = await scanned('http://lia.example/lia', {
        'lia.example/lia': { ...html('Lia', `<h1>Lia</h1><p>${OFFER}</p>`), status },
      })
      assert.ok(reason_codes.includes('escort_offer'), String(reason_codes))
    })

  const ON_A_PLATFORM: Record<string, { name?: string; body?: string }> = {
    'a name': { name: 'Sign in to my world' },
    'a name of a gate': { name: 'Just a moment' },
    'a name of nobody': { name: '404' },
    'words of a wall': { body: '<p>You must log in to view this profile.</p>' },
    'words of a challenge': { body: '<p>Checking your browser</p>' },
    'words of a notice': { body: '<p>This account is private</p><p>This account has been banned.</p>' },
  }
  for (const [what, page] of Object.entries(ON_A_PLATFORM))
    it(`hide nothing that a platform says of the account: ${what}`, async () => {
      const { reason_codes, isBanned } = await scanned('https://www.tiktok.com/@lia.w', {
        'tiktok.com/@lia.w': onTikTok(OFFER, { privateAccount: false, ...page }),
      })
      assert.ok(reason_codes.includes('escort_offer'), String(reason_codes))
      assert.equal(isBanned, false)
    })

  for (const says of ['This account has been suspended.', 'You must log in to view this page.'])
    it(`accuse nobody by themselves: ${says}`, async () => {
      const { findings } = await scanned('http://lia.example/lia', {
        'lia.example/lia': html('Social', `<p>${says}</p>`),
      })
      assert.deepEqual(findings, [])
    })
})
