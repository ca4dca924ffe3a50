import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadPlatforms } from './index.ts'
import { table } from './sites/table.ts'

const SITES = join(import.meta.dirname, 'sites')
const platforms = await loadPlatforms()

describe('the registry', () => {
  it('holds every entry of the table, and every file of the folder that exports a platform', () => {
    const exporting = readdirSync(SITES)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => /^export const platform\b/m.test(readFileSync(join(SITES, file), 'utf8')))
      .map((file) => file.replace(/\.ts$/, ''))
    assert.deepEqual(
      platforms.all.map(({ id }) => id),
      [...exporting, ...table.map(({ id }) => id)].sort(),
    )
  })

  const entry = {
    id: 'foxhole',
    label: 'Foxhole',
    kind: 'social' as const,
    hosts: ['foxhole.example'],
    profile: ['https://foxhole.example/den/<handle>'] as const,
    handle: /^[a-z]{3,20}$/,
  }

  it('knows a site by its entry and nothing else', async () => {
    const { recognise, hostKind, byId } = await loadPlatforms([entry])
    const target = recognise('http://www.foxhole.example/de/den/mina?ref=x')
    assert.deepEqual(target, {
      platform: 'foxhole',
      handle: 'mina',
      url: 'https://foxhole.example/den/mina',
    })
    assert.equal(recognise('https://foxhole.example/den/login'), null)
    assert.deepEqual(hostKind('https://foxhole.example/'), { platform: 'foxhole', kind: 'social' })
    assert.equal(byId('foxhole')?.label, 'Foxhole')
  })

  it('refuses two sites of one id, and two that claim one host or a host below it', async () => {
    await assert.rejects(loadPlatforms([{ ...entry, id: 'tiktok' }]), /Two platforms have one id/)
    for (const host of ['pornhub.com', 'rt.pornhub.com'])
      await assert.rejects(loadPlatforms([{ ...entry, hosts: [host] }]), /is claimed by/)
  })

  it('finds a platform by its id, and nothing by an unknown one', () => {
    assert.equal(platforms.byId('tiktok')?.label, 'TikTok')
    assert.equal(platforms.byId('nowhere'), null)
  })

  it('tells whose host an address is, also when it shows no profile', () => {
    assert.deepEqual(platforms.hostKind('https://www.instagram.com/p/abc/'), {
      platform: 'instagram',
      kind: 'social',
    })
    assert.deepEqual(platforms.hostKind('https://mina.carrd.co/'), { platform: 'carrd', kind: 'hub' })
    assert.equal(platforms.hostKind('https://example.com/'), null)
    assert.equal(platforms.hostKind('https://notinstagram.com/mina'), null)
  })

  it('refuses what is no web address', () => {
    for (const text of [
      '',
      'instagram.com/mina',
      'javascript:alert(1)',
      'ftp://instagram.com/mina',
      'https://mina@instagram.com/x',
    ]) {
      assert.equal(platforms.recognise(text), null)
    }
  })
})

describe('ownerOf', () => {
  const pages: [string, string | null][] = [
    ['https://www.instagram.com/mina.test/p/CARbvuYDm3Q/', 'https://www.instagram.com/mina.test/'],
    [
      'https://www.instagram.com/stories/mina.test/2591639087680304855/',
      'https://www.instagram.com/mina.test/',
    ],
    ['https://www.instagram.com/stories/highlights/1791/', null],
    ['https://www.instagram.com/p/CARbvuYDm3Q/', null],
    [
      'https://www.tiktok.com/@mina.test/video/7571863205253778710?lang=en',
      'https://www.tiktok.com/@mina.test',
    ],
    ['https://x.com/mina_test/status/880139124791029763', 'https://x.com/mina_test'],
    ['https://x.com/i/web/status/880139124791029763', null],
    ['https://www.facebook.com/mina.test/posts/12345', 'https://www.facebook.com/mina.test'],
    ['https://www.reddit.com/r/pottery/comments/abc/title/', null],
    ['https://mina-test.tumblr.com/post/123/slug', 'https://mina-test.tumblr.com/'],
    ['https://t.me/mina_test/123', 'https://t.me/mina_test'],
    ['https://t.me/c/123/456', null],
    ['https://bsky.app/profile/mina.test/post/3m', 'https://bsky.app/profile/mina.test'],
    ['https://onlyfans.com/12345678/mina', 'https://onlyfans.com/mina'],
    ['https://mina.substack.com/p/title', 'https://mina.substack.com/'],
    ['https://soundcloud.com/mina-test/track', 'https://soundcloud.com/mina-test'],
    ['https://www.youtube.com/watch?v=abc', null],
    ['https://clips.twitch.tv/SomeClip', null],
    ['https://example.com/mina/post/1', null],
  ]
  for (const [page, owner] of pages) {
    it(`says ${owner ?? 'nobody'} of ${page}`, () => {
      assert.equal(platforms.recognise(page), null)
      assert.equal(platforms.ownerOf(page)?.url ?? null, owner)
    })
  }
})

describe('recognise', () => {
  const profiles: [string, string, string, string][] = [
    [
      'https://www.instagram.com/Mina.Test/?hl=en&igsh=abc',
      'instagram',
      'mina.test',
      'https://www.instagram.com/mina.test/',
    ],
    ['http://instagram.com/_u/mina.test', 'instagram', 'mina.test', 'https://www.instagram.com/mina.test/'],
    [
      'https://m.instagram.com/mina.test/reels/',
      'instagram',
      'mina.test',
      'https://www.instagram.com/mina.test/',
    ],
    [
      'https://www.tiktok.com/@Mina.Test?is_from_webapp=1',
      'tiktok',
      'mina.test',
      'https://www.tiktok.com/@mina.test',
    ],
    ['https://m.tiktok.com/de-DE/@mina', 'tiktok', 'mina', 'https://www.tiktok.com/@mina'],
    ['https://twitter.com/MinaTest?s=21', 'x', 'minatest', 'https://x.com/minatest'],
    ['https://mobile.twitter.com/@minatest/media', 'x', 'minatest', 'https://x.com/minatest'],
    ['https://x.com/intent/user?screen_name=minatest', 'x', 'minatest', 'https://x.com/minatest'],
    ['https://www.youtube.com/@MinaTest/videos', 'youtube', 'minatest', 'https://www.youtube.com/@minatest'],
    [
      'https://m.youtube.com/channel/UCabcdefghijklmnopqrstuv',
      'youtube',
      'UCabcdefghijklmnopqrstuv',
      'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
    ],
    ['https://youtube.com/c/MinaTest/about', 'youtube', 'minatest', 'https://www.youtube.com/c/minatest'],
    ['https://youtube.com/user/minatest', 'youtube', 'minatest', 'https://www.youtube.com/user/minatest'],
    [
      'https://bsky.app/profile/Mina.Example.com',
      'bluesky',
      'mina.example.com',
      'https://bsky.app/profile/mina.example.com',
    ],
    [
      'https://bsky.app/profile/did:plc:abcdefghijklmnopqrstuvwx',
      'bluesky',
      'did:plc:abcdefghijklmnopqrstuvwx',
      'https://bsky.app/profile/did:plc:abcdefghijklmnopqrstuvwx',
    ],
    ['https://mina.bsky.social/', 'bluesky', 'mina.bsky.social', 'https://bsky.app/profile/mina.bsky.social'],
    ['https://mastodon.social/@Mina', 'mastodon', 'mina@mastodon.social', 'https://mastodon.social/@mina'],
    [
      'https://social.example.org/users/mina',
      'mastodon',
      'mina@social.example.org',
      'https://social.example.org/@mina',
    ],
    [
      'https://mastodon.social/@mina@art.example',
      'mastodon',
      'mina@art.example',
      'https://art.example/@mina',
    ],
    ['https://t.me/s/MinaTest', 'telegram', 'minatest', 'https://t.me/minatest'],
    ['https://telegram.me/minatest', 'telegram', 'minatest', 'https://t.me/minatest'],
    ['https://minatest.t.me/', 'telegram', 'minatest', 'https://t.me/minatest'],
    ['https://onlyfans.com/mina.test/c2', 'onlyfans', 'mina.test', 'https://onlyfans.com/mina.test'],
    ['https://www.patreon.com/c/MinaTest/posts', 'patreon', 'minatest', 'https://www.patreon.com/minatest'],
    [
      'https://www.patreon.com/user?u=1234567',
      'patreon',
      '1234567',
      'https://www.patreon.com/user?u=1234567',
    ],
    ['https://fansly.com/MinaTest/posts', 'fansly', 'minatest', 'https://fansly.com/minatest'],
    ['https://www.linktr.ee/Mina.Test?utm_source=x', 'linktree', 'mina.test', 'https://linktr.ee/mina.test'],
    ['https://beacons.ai/mina', 'beacons', 'mina', 'https://beacons.ai/mina'],
    ['https://allmylinks.com/mina', 'allmylinks', 'mina', 'https://allmylinks.com/mina'],
    ['http://mina.carrd.co/#links', 'carrd', 'mina', 'https://mina.carrd.co/'],
    ['https://mina.crd.co', 'carrd', 'mina', 'https://mina.crd.co/'],
    ['https://bio.link/Mina', 'generic-hub', 'mina', 'https://bio.link/mina'],
    ['https://tap.bio/@mina', 'generic-hub', 'mina', 'https://tap.bio/@mina'],
    ['https://www.threads.net/@mina.test', 'threads', 'mina.test', 'https://www.threads.com/@mina.test'],
    [
      'https://m.facebook.com/mina.test.7?ref=x',
      'facebook',
      'mina.test.7',
      'https://www.facebook.com/mina.test.7',
    ],
    [
      'https://www.facebook.com/profile.php?id=100001234&sk=about',
      'facebook',
      '100001234',
      'https://www.facebook.com/profile.php?id=100001234',
    ],
    [
      'https://www.snapchat.com/add/mina_test?share_id=x',
      'snapchat',
      'mina_test',
      'https://www.snapchat.com/@mina_test',
    ],
    ['https://story.snapchat.com/@mina_test', 'snapchat', 'mina_test', 'https://www.snapchat.com/@mina_test'],
    ['https://old.reddit.com/u/Mina_Test', 'reddit', 'mina_test', 'https://www.reddit.com/user/mina_test/'],
    [
      'https://www.reddit.com/user/mina_test/submitted',
      'reddit',
      'mina_test',
      'https://www.reddit.com/user/mina_test/',
    ],
    [
      'https://www.pinterest.de/minatest/_created',
      'pinterest',
      'minatest',
      'https://www.pinterest.com/minatest/',
    ],
    ['https://www.tumblr.com/minatest', 'tumblr', 'minatest', 'https://minatest.tumblr.com/'],
    ['https://minatest.tumblr.com', 'tumblr', 'minatest', 'https://minatest.tumblr.com/'],
    ['https://m.twitch.tv/minatest/about', 'twitch', 'minatest', 'https://www.twitch.tv/minatest'],
    ['https://kick.com/minatest', 'kick', 'minatest', 'https://kick.com/minatest'],
    ['https://discord.com/invite/aBcD123', 'discord', 'aBcD123', 'https://discord.gg/aBcD123'],
    ['https://discord.gg/aBcD123', 'discord', 'aBcD123', 'https://discord.gg/aBcD123'],
    [
      'https://api.whatsapp.com/send?phone=%2B44%2020%207946%200000',
      'whatsapp',
      '442079460000',
      'https://wa.me/442079460000',
    ],
    [
      'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
      'whatsapp',
      'AbCdEfGhIjKlMnOpQrStUv',
      'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
    ],
    ['https://www.fanvue.com/mina.test', 'fanvue', 'mina.test', 'https://www.fanvue.com/mina.test'],
    ['https://ko-fi.com/MinaTest/shop', 'ko-fi', 'minatest', 'https://ko-fi.com/minatest'],
    ['https://www.buymeacoffee.com/mina', 'buymeacoffee', 'mina', 'https://buymeacoffee.com/mina'],
    ['https://mina.substack.com/about', 'substack', 'mina', 'https://mina.substack.com/'],
    ['https://substack.com/@mina', 'substack', 'mina', 'https://substack.com/@mina'],
    ['https://medium.com/@mina/about', 'medium', 'mina', 'https://medium.com/@mina'],
    ['https://mina.medium.com/', 'medium', 'mina', 'https://medium.com/@mina'],
    ['https://gumroad.com/mina', 'gumroad', 'mina', 'https://mina.gumroad.com/'],
    ['https://www.etsy.com/de/shop/MinaMakes', 'etsy', 'minamakes', 'https://www.etsy.com/shop/minamakes'],
    [
      'https://open.spotify.com/intl-de/artist/4AbCdEfGhIjKlMnOpQrStU?si=x',
      'spotify',
      '4AbCdEfGhIjKlMnOpQrStU',
      'https://open.spotify.com/artist/4AbCdEfGhIjKlMnOpQrStU',
    ],
    [
      'https://soundcloud.com/mina-testingham-123456789012',
      'soundcloud',
      'mina-testingham-123456789012',
      'https://soundcloud.com/mina-testingham-123456789012',
    ],
    ['https://m.soundcloud.com/minatest/tracks', 'soundcloud', 'minatest', 'https://soundcloud.com/minatest'],
    [
      'https://de.linkedin.com/in/mina-test-123/',
      'linkedin',
      'mina-test-123',
      'https://www.linkedin.com/in/mina-test-123',
    ],
    ['https://github.com/minatest', 'github', 'minatest', 'https://github.com/minatest'],
  ]
  for (const [url, platform, handle, canonical] of profiles) {
    it(`knows ${url}`, () => assert.deepEqual(platforms.recognise(url), { platform, handle, url: canonical }))
  }

  it('knows every canonical address as itself', () => {
    for (const [, , , canonical] of profiles) assert.equal(platforms.recognise(canonical)?.url, canonical)
  })

  const spellings: Record<string, string> = {
    'instagram mina.test': `
      https://instagram.com/@mina.test https://instagr.am/mina.test https://ig.me/m/mina.test https://www.instagram.com/mina.test/saved/
      https://www.instagram.com/mina.test/?__d=1 https://www.instagram.com/mina.test/tagged/`,
    'x minatest': `
      https://twitter.com/#!/minatest https://x.com/minatest/followers https://x.com/minatest/verified_followers https://fxtwitter.com/minatest
      https://vxtwitter.com/minatest https://twitter.com/intent/follow?screen_name=minatest&ref_src=x`,
    'youtube minatest': `
      https://www.youtube.com/@minatest/search?query=x https://music.youtube.com/@minatest https://youtube.com/@minatest?si=abc&sub_confirmation=1`,
    'reddit mina_test': `
      https://www.reddit.com/user/mina_test/about.json https://www.reddit.com/user/mina_test.json?limit=5 https://sh.reddit.com/user/mina_test`,
    'bluesky mina.example.com': `
      https://bsky.app/profile/@mina.example.com https://bsky.app/profile/mina.example.com/followers https://bsky.app/profile/mina.example.com/lists`,
    'twitch minatest': `
      https://www.twitch.tv/popout/minatest/chat?popout= https://de.twitch.tv/minatest https://go.twitch.tv/minatest https://www.twitch.tv/minatest/clips?range=7d`,
    'facebook mina.test.7': `
      https://m.me/mina.test.7 https://www.facebook.com/pg/mina.test.7/about/ https://de-de.facebook.com/mina.test.7?locale=de_DE https://fb.com/mina.test.7
      https://mbasic.facebook.com/mina.test.7?v=timeline https://www.facebook.com/mina.test.7/friends`,
    'facebook 100001234': `
      https://www.facebook.com/people/Mina-Test/100001234/ https://www.facebook.com/pages/Mina-Test/100001234 https://www.facebook.com/p/Mina-Test-100001234/
      https://www.facebook.com/pages/category/Artist/Mina-Test-100001234/ https://m.facebook.com/profile.php?id=100001234&_rdr`,
    'snapchat mina_test': `https://web.snapchat.com/@mina_test https://www.snapchat.com/de-DE/@mina_test https://www.snapchat.com/add/@mina_test`,
    'pinterest minatest': `https://www.pinterest.hu/minatest/ https://nl.pinterest.com/minatest https://www.pinterest.com.br/minatest https://pinterest.co.in/minatest`,
    'fansly minatest': 'https://fansly.com/minatest/about https://fansly.com/@minatest',
    'fanvue mina.test': 'https://www.fanvue.com/mina.test/fv-2 https://fanvue.com/@mina.test?free_trial=x',
    'patreon minatest': `https://www.patreon.com/de-DE/c/minatest https://www.patreon.com/pt-BR/minatest https://www.patreon.com/cw/minatest https://www.patreon.com/join/minatest`,
    'ko-fi minatest': 'https://ko-fi.com/minatest/goal?g=1 https://ko-fi.com/minatest/about',
    'linktree mina.test':
      'https://linktr.ee/@mina.test https://linktr.ee/mina.test/shop https://linktree.com/mina.test/store?fbclid=1',
    'beacons mina':
      'https://beacons.ai/mina/store https://beacons.ai/mina/mediakit https://beacons.page/mina',
    'substack mina': 'https://open.substack.com/pub/mina https://mina.substack.com/archive?sort=new',
    'kick minatest':
      'https://m.kick.com/minatest https://kick.com/minatest/chatroom https://player.kick.com/minatest',
    'linkedin mina-test': `
      https://www.linkedin.com/in/mina-test/details/experience/ https://www.linkedin.com/mwlite/in/mina-test https://www.linkedin.com/mwlite/profile/in/mina-test
      https://www.linkedin.com/in/mina-test/recent-activity/all/ https://www.linkedin.com/school/mina-test/ https://www.linkedin.com/showcase/mina-test`,
    'medium mina': 'https://mina.medium.com/about https://medium.com/@mina/followers?source=x',
    'tumblr minatest': `
      https://minatest.tumblr.com/archive https://www.tumblr.com/dashboard/blog/minatest https://www.tumblr.com/blog/minatest.tumblr.com https://www.tumblr.com/blog/view/minatest`,
    'spotify 4AbCdEfGhIjKlMnOpQrStU': `
      https://open.spotify.com/embed/artist/4AbCdEfGhIjKlMnOpQrStU https://open.spotify.com/artist/4AbCdEfGhIjKlMnOpQrStU/discography/all`,
    'whatsapp 442079460000':
      'https://wa.me/+442079460000 https://wa.me/c/442079460000 https://www.whatsapp.com/catalog/442079460000',
    'mastodon mina@mastodon.social': `
      https://mastodon.social/@mina/followers https://mastodon.social/deck/@mina https://mastodon.social/web/@mina https://mastodon.social/@mina/with_replies`,
    'gumroad mina': 'https://mina.gumroad.com/subscribe https://www.gumroad.com/mina',
    'etsy minamakes': `
      https://minamakes.etsy.com/ https://www.etsy.com/shop/MinaMakes/reviews?page=2 https://www.etsy.com/in-en/shop/MinaMakes/policy https://www.etsy.com/uk/shop/MinaMakes`,
    'generic-hub mina': `
      https://hopp.bio/mina https://lit.link/mina https://linkfly.to/mina https://guns.lol/mina https://throne.com/mina https://withkoji.com/@mina https://manylink.co/@mina`,
  }
  for (const [known, urls] of Object.entries(spellings)) {
    for (const url of urls.trim().split(/\s+/)) {
      it(`knows ${url} as ${known}`, () => {
        const target = platforms.recognise(url)
        assert.equal(`${target?.platform} ${target?.handle}`, known)
        assert.deepEqual(platforms.recognise(target?.url ?? ''), target)
      })
    }
  }

  const others = `
    https://www.instagram.com/ https://www.instagram.com/p/Cabc123/ https://www.instagram.com/reel/Cabc123/ https://www.instagram.com/explore/
    https://www.instagram.com/stories/mina/123/ https://www.instagram.com/accounts/login/ https://www.instagram.com/mina/p/Cabc/ https://l.instagram.com/?u=x
    https://www.tiktok.com/@mina/video/723 https://www.tiktok.com/tag/x https://www.tiktok.com/explore https://vm.tiktok.com/ZMabc/
    https://x.com/mina/status/123 https://x.com/home https://x.com/search?q=mina https://x.com/i/flow/login https://x.com/hashtag/a https://help.x.com/en
    https://www.youtube.com/watch?v=dQw4w9WgXcQ https://www.youtube.com/ https://www.youtube.com/shorts/abc https://www.youtube.com/playlist?list=x https://www.youtube.com/redirect?q=x
    https://bsky.app/ https://bsky.app/profile/mina.example.com/post/3abc https://bsky.app/search?q=x
    https://mastodon.social/@mina/1234567 https://mastodon.social/about https://example.com/mina https://example.com/@mina/post
    https://t.me/ https://t.me/joinchat/AAAA https://t.me/+AbCdEf https://t.me/minatest/55 https://t.me/addstickers/x https://t.me/share/url?url=x
    https://onlyfans.com/ https://onlyfans.com/12345678/mina https://onlyfans.com/my/settings https://onlyfans.com/action/trial/abc https://help.etsy.com/ https://fansly.com/post/123 https://fansly.com/explore
    https://www.patreon.com/posts/title-123 https://www.patreon.com/explore https://www.patreon.com/login
    https://linktr.ee/ https://linktr.ee/mina/shop/1 https://linktr.ee/login https://beacons.ai/login https://carrd.co/ https://www.carrd.co/ https://bio.link/ https://bio.link/login
    https://www.threads.com/@mina/post/abc https://www.threads.com/search https://www.facebook.com/groups/123 https://www.facebook.com/watch/?v=1 https://www.facebook.com/mina/posts/1
    https://www.facebook.com/sharer/sharer.php?u=x https://www.facebook.com/profile.php https://l.facebook.com/l.php?u=x https://www.snapchat.com/spotlight/x https://accounts.snapchat.com/login
    https://www.reddit.com/r/test/ https://www.reddit.com/user/mina/comments/abc/title https://www.pinterest.com/pin/123/ https://www.pinterest.com/mina/board-name/
    https://www.tumblr.com/dashboard https://mina.tumblr.com/post/123 https://www.twitch.tv/videos/123 https://www.twitch.tv/directory https://kick.com/browse
    https://discord.com/channels/1/2 https://discord.com/ https://wa.me/ https://www.whatsapp.com/download https://www.fanvue.com/login https://ko-fi.com/s/abc https://ko-fi.com/
    https://buymeacoffee.com/explore https://mina.substack.com/p/a-post https://substack.com/home https://medium.com/@mina/a-post-123 https://medium.com/tag/x https://mina.gumroad.com/l/abc
    https://www.etsy.com/listing/123/x https://open.spotify.com/track/abc https://open.spotify.com/playlist/abc https://soundcloud.com/mina/track-name https://soundcloud.com/discover
    https://www.linkedin.com/feed/ https://www.linkedin.com/posts/mina_x https://github.com/mina/repository https://github.com/features https://gist.github.com/mina
    https://instagram.com.example.net/mina https://fakeonlyfans.com/mina`
  for (const url of others.trim().split(/\s+/)) {
    it(`takes no profile from ${url}`, () => assert.equal(platforms.recognise(url), null))
  }
})
