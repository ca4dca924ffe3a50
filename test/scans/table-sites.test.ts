import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linktree } from '../../demo/web/pages.ts'
import { html, redirect, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { scanThrough } from './demo-web.ts'

/** A site of the table is known by its entry alone: nothing else in the service has to hear of it. */

const FOXHOLE = {
  id: 'foxhole',
  label: 'Foxhole',
  kind: 'directory' as const,
  hosts: ['foxhole.example'],
  profile: ['https://foxhole.example/den/<handle>'] as const,
  handle: /^[a-z]{3,20}$/,
  links: true as const,
}

const graph = (title: string, description: string, body = '') =>
  html(
    title,
    `<main>${body}</main><footer><a href="https://x.com/foxhole">X</a></footer>`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">`,
  )

const LINKS = [
  ...Array.from({ length: 40 }, (_, index) => `https://x.com/ida_quill${index}`),
  'https://foxhole.example/de/den/ida?ref=hub',
  'https://cash.app/$idaquill',
]
const SITE: Site = {
  ...linktree({ handle: 'idaquill', bio: 'My places', links: LINKS.map((url) => ({ url, label: '' })) }),
  'foxhole.example/den/ida': graph(
    'Ida Quill | Foxhole',
    'Incall in Antwerp, 180 an hour.',
    '<a href="https://linktr.ee/idaquill">all my links</a><a href="https://ida.example/diary">Diary</a>',
  ),
  'ida.example/diary': html('Diary', '<main><p>Whatever I did on Sunday.</p></main>'),
  'cash.app/$idaquill': graph('Pay $idaquill on Cash App', 'Instantly exchange money for free on Cash App.'),
}

describe('a site of the table', () => {
  it('is read as a profile, before less interesting ones, with its owner’s links and without its own', async () => {
    const web = await scanThrough([SITE])
    const context = { ...web.context, platforms: await loadPlatforms([FOXHOLE]) }
    try {
      const result = await scanProfile(
        context,
        { url: 'https://linktr.ee/idaquill', mode: 'deep' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      const { evidence_index: index, link_chain: chain, reason_codes: codes } = result.report
      const den = index.find(({ url }) => url === 'https://foxhole.example/den/ida')
      assert.deepEqual(
        [den?.type, den?.title, den?.outcome, den?.binding],
        ['social_profile', 'Ida Quill', 'ok', 'links_back'],
      )
      assert.ok(codes.includes('escort_offer'), codes.join())
      assert.match(den?.snippet ?? '', /^Incall in Antwerp/)
      assert.equal(chain, 'profile -> directory')
      const urls = index.map(({ url }) => url)
      assert.ok(urls.includes('https://ida.example/diary'))
      assert.ok(!urls.includes('https://x.com/foxhole'))
    } finally {
      await web.close()
    }
  })

  it('is read behind a link to what somebody sells there', async () => {
    const links = [
      'https://idaquill.bandcamp.com/album/harbours',
      'https://boosty.to/idaquill/posts/0123',
      'https://vimeo.com/5550001',
    ]
    const web = await scanThrough([
      {
        ...linktree({
          handle: 'idaquill',
          bio: 'My places',
          links: links.map((url) => ({ url, label: '' })),
        }),
        'idaquill.bandcamp.com/': graph('Music | Ida Quill', 'Songs for harbours.'),
        'boosty.to/idaquill': graph('Ida Quill - exclusive content on Boosty', 'Recipes.'),
      },
    ])
    try {
      const result = await scanProfile(
        web.context,
        { url: 'https://linktr.ee/idaquill', mode: 'deep' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      const read = result.report.evidence_index.map(({ url, title, outcome }) => [url, title, outcome])
      assert.deepEqual(read.slice(1), [
        ['https://idaquill.bandcamp.com/', 'Ida Quill', 'ok'],
        ['https://boosty.to/idaquill', 'Ida Quill', 'ok'],
        // Whose video it is its address does not say.
        ['https://vimeo.com/5550001', '', 'gone'],
      ])
    } finally {
      await web.close()
    }
  })

  it('is read where the address of an id leads to the name', async () => {
    const web = await scanThrough([
      {
        'vk.com/id9990001': redirect('https://vk.com/idaquill'),
        'vk.com/idaquill': graph('Ida Quill | VK', 'I draw foxes.'),
      },
    ])
    try {
      const result = await scanProfile(
        web.context,
        { url: 'https://vk.com/id9990001', mode: 'quick' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      assert.deepEqual(
        [result.profile?.name, result.profile?.bio, result.username, result.isBanned],
        ['Ida Quill', 'I draw foxes.', 'idaquill', false],
      )
    } finally {
      await web.close()
    }
  })

  it('is no person whose own words it writes under every account', async () => {
    const web = await scanThrough([SITE])
    try {
      const result = await scanProfile(
        web.context,
        { url: 'https://cash.app/$idaquill', mode: 'quick' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      assert.deepEqual(
        [result.profile?.platform, result.profile?.name, result.profile?.bio ?? null],
        ['cashapp', '$idaquill', null],
      )
    } finally {
      await web.close()
    }
  })
})
