import { page as ordinaryPage } from '../../../demo/web/pages.ts'
import { redirect } from '../../../demo/web/site.ts'
import { placeOf, type Structure } from '../card.ts'
import { disguise } from '../disguise.ts'
import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { placeStatement } from '../place.ts'
import { type Plan, type PlannedPage, pagesOf } from '../plan.ts'
import { structureNamed } from '../structures.ts'
import { acceptable, chainTo, NOTHING } from '../truth.ts'

/** What is told by the shape of a web and not by its words: each in its turn. */
export function structural(draw: Draw): Plan {
  const shapes = Object.values(SHAPES)
  const shape = shapes[draw.number % shapes.length]
  if (!shape) throw new RangeError('No shapes')
  return shape(draw)
}

const SHAPES = {
  directory,
  adultLink,
  phishing,
  cloaking,
  agesDiffer,
  disguised,
  longChain,
  gambling,
  codedTerms,
  engagementShop,
  agesFit,
  suspended,
}

/** The first page with room for one more link. */
function addLink(root: PlannedPage, url: string, label: string): PlannedPage {
  const page = pagesOf(root).find(({ structure, card }) => structure.mostLinks > card.links.length) ?? root
  page.card = { ...page.card, links: [...page.card.links, { url, label }].slice(-page.structure.mostLinks) }
  return page
}

const hasRoom = (structure: Structure) => structure.mostLinks >= 2

function plain(draw: Draw, fits: (structure: Structure) => boolean = hasRoom): PlannedPage {
  return growWeb(draw, { depth: draw.random.below(2), language: 'en', root: fits })
}

function told(
  draw: Draw,
  root: PlannedPage,
  code: string,
  rest: Partial<Plan> & { may?: string[]; chain?: string },
): Plan {
  const { may = [], chain = null, ...more } = rest
  return {
    kind: code,
    root,
    placed: [],
    beside: {},
    truth: { codes: [code], may, recommendations: acceptable(draw.pack, [code], 0), chain },
    ...more,
  }
}

function directory(draw: Draw): Plan {
  const root = plain(draw)
  const url = `https://directory.example/${draw.handle}`
  const page = addLink(root, url, 'Find me here too')
  const chain = page === root ? 'profile -> directory' : `${chainTo(root, page)} -> directory`
  const listing = ordinaryPage(draw.name, ['Listed since spring. Reviews by members.'])
  return told(draw, root, 'escort_directory_link', {
    beside: { [placeOf(url)]: listing },
    may: ['escort_offer', 'meetup_hint'],
    chain,
  })
}

/** From a platform that bars it, straight from the profile. */
function adultLink(draw: Draw): Plan {
  const root = growWeb(draw, {
    depth: 0,
    language: 'en',
    root: ({ id }) => id === 'instagram' || id === 'tiktok',
  })
  const destination = structureNamed('onlyfans')
  const url = destination.at(draw.handle)
  addLink(root, url, 'More of me')
  const beside = destination.render({ ...root.card, links: [] }, url)
  const truth: Plan['truth'] = {
    codes: ['adult_link_restricted'],
    may: [],
    recommendations: ['review_low', 'review_medium'],
    chain: null,
  }
  return told(draw, root, 'adult_link_restricted', { beside, truth })
}

function phishing(draw: Draw): Plan {
  const root = plain(draw)
  const url = draw.random.pick([
    `https://login-brand.example/${draw.handle}`,
    `https://paypal-login.example/${draw.handle}`,
    `https://instagram-verify.example/${draw.handle}`,
  ])
  addLink(root, url, 'Confirm here')
  return told(draw, root, 'phishing_malware_link', {
    beside: { [placeOf(url)]: ordinaryPage('Confirm', ['Please confirm your account below.']) },
  })
}

/** Scanners are shown soup and people something else. */
function cloaking(draw: Draw): Plan {
  const root = plain(draw)
  const url = `https://go-${draw.handle}.example/menu`
  addLink(root, url, 'Menu')
  const [soups, members] = ['soups-of-the-day.example', 'members-behind-the-door.example']
  const beside = {
    [placeOf(url)]: ({ isBrowser }: { isBrowser: boolean }) =>
      redirect(`https://${isBrowser ? members : soups}/${draw.handle}`),
    [`${soups}/${draw.handle}`]: ordinaryPage('Soups', ['Twelve soups for cold evenings.']),
    [`${members}/${draw.handle}`]: ordinaryPage('Members', ['Only for members of the club.']),
  }
  return told(draw, root, 'link_cloaking', { beside })
}

function longChain(draw: Draw): Plan {
  const root = plain(draw)
  const stops = ['bit.ly', 'is.gd', 'cutt.ly', 'tiny.cc', 'rb.gy'].map(
    (host) => `https://${host}/${draw.handle}`,
  )
  const end = `https://${draw.handle}-end.example/`
  addLink(root, stops[0] ?? end, 'Surprise')
  const hops = stops.map((stop, index) => [placeOf(stop), redirect(stops[index + 1] ?? end)] as const)
  return told(draw, root, 'link_cloaking', {
    beside: {
      ...Object.fromEntries(hops),
      [placeOf(end)]: ordinaryPage('The end', ['A page about nothing much.']),
    },
  })
}

function gambling(draw: Draw): Plan {
  const root = plain(draw)
  const url = `https://slots.example/${draw.handle}`
  addLink(root, url, 'Play with me')
  return told(draw, root, 'regulated_goods', {
    beside: { [placeOf(url)]: ordinaryPage('Play', ['Spin the wheel and see what happens.']) },
  })
}

function engagementShop(draw: Draw): Plan {
  const root = plain(draw)
  const url = `https://buyfollowers.example/${draw.handle}`
  addLink(root, url, 'My favourite shop')
  return told(draw, root, 'spam_engagement', {
    beside: { [placeOf(url)]: ordinaryPage('Shop', ['Choose a plan that suits you.']) },
  })
}

function agesDiffer(draw: Draw): Plan {
  return ages(draw, true)
}

/** Other people's ages, and the age of things. */
function agesFit(draw: Draw): Plan {
  return ages(draw, false)
}

function ages(draw: Draw, differ: boolean): Plan {
  const words = differ ? draw.words.ages.differ : draw.words.ages.fit
  const { here, there, language } = draw.random.pick(words)
  const root = growWeb(draw, { depth: 1, language, root: ({ shows }) => shows.includes('bio') })
  const [first, second] = pagesOf(root)
  const code = differ ? 'age_identity_inconsistency' : null
  const placed = [
    placeStatement(draw, first ?? root, here, code, ['bio']),
    placeStatement(draw, second ?? root, there, code, ['bio']),
  ]
  if (code === null) return { kind: 'ages that fit', root, placed, beside: {}, truth: NOTHING }
  return told(draw, root, code, { placed })
}

function disguised(draw: Draw): Plan {
  const code = draw.code((each) =>
    ['escort_offer', 'drug_sale', 'scam_financial', 'leak_piracy'].includes(each.code),
  )
  const english = { ...code, says: code.says.filter(({ language }) => language === 'en') }
  const { text } = draw.random.pick(english.says)
  const root = growWeb(draw, { depth: draw.random.below(2), language: 'en' })
  const page = draw.random.pick(pagesOf(root))
  const placed = [placeStatement(draw, page, disguise(draw.random, text), code.code)]
  const codes = [code.code, 'evasion_obfuscation']
  const truth = {
    codes,
    may: code.may,
    recommendations: acceptable(draw.pack, codes, page.hop),
    chain: chainTo(root, page),
  }
  return { kind: 'evasion_obfuscation', root, placed, beside: {}, truth }
}

/** A made-up term from the world's own list stands for what no repository holds. */
function codedTerms(draw: Draw): Plan {
  const root = plain(draw)
  const placed = [
    placeStatement(
      draw,
      root,
      'Ask me about the quibblefern lantern, I have a cupboard of them',
      'minor_coded_terms',
    ),
  ]
  return told(draw, root, 'minor_coded_terms', { placed, chain: 'profile -> bio' })
}

function suspended(draw: Draw): Plan {
  const root = growWeb(draw, { depth: 0, language: 'en', root: ({ id }) => id === 'x' })
  const state = {
    data: {
      user: { result: { __typename: 'UserUnavailable', reason: 'Suspended', message: 'User is suspended' } },
    },
  }
  root.barrier = {
    id: 'suspended',
    kind: 'gone',
    outcome: 'banned',
    ofHost: false,
    onlyLinked: false,
    fails: false,
    answers: (url) => ({
      [placeOf(url)]: {
        headers: { 'content-type': 'text/html' },
        body: `<!doctype html><html><head><title>Profile / X</title></head><body><script type="application/json" id="gql">${JSON.stringify(state)}</script></body></html>`,
      },
    }),
  }
  return told(draw, root, 'profile_unavailable', {
    truth: {
      codes: ['profile_unavailable'],
      may: [],
      recommendations: ['no_flags', 'review_low'],
      chain: null,
    },
  })
}
