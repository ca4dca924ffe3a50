import { page as ordinaryPage } from '../../../demo/web/pages.ts'
import { type Page, redirect, type Site } from '../../../demo/web/site.ts'
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

/** On the first page with room for one more. */
function addLink(root: PlannedPage, url: string, label: string): { page: PlannedPage; url: string } {
  const page = pagesOf(root).find(({ structure, card }) => structure.mostLinks > card.links.length) ?? root
  page.card = { ...page.card, links: [...page.card.links, { url, label }].slice(-page.structure.mostLinks) }
  return { page, url }
}

function plain(draw: Draw): PlannedPage {
  const hasRoom = ({ mostLinks }: Structure) => mostLinks >= 2
  return growWeb(draw, { depth: draw.random.below(2), language: 'en', root: hasRoom })
}

interface Telling {
  placed?: Plan['placed']
  link?: Plan['link']
  beside?: Site
  may?: string[]
  recommendations?: Plan['truth']['recommendations']
  chain?: string
}

function told(draw: Draw, root: PlannedPage, code: string, telling: Telling): Plan {
  const { placed = [], link, beside = {}, may = [], chain = null } = telling
  const { recommendations = acceptable(draw.pack, [code], 0) } = telling
  return { kind: code, root, placed, link, beside, truth: { codes: [code], may, recommendations, chain } }
}

function directory(draw: Draw): Plan {
  const root = plain(draw)
  const link = addLink(root, `https://directory.example/${draw.handle}`, 'Find me here too')
  const listing = ordinaryPage(draw.name, ['Listed since spring. Reviews by members.'])
  return told(draw, root, 'escort_directory_link', {
    link,
    beside: { [placeOf(link.url)]: listing },
    may: ['escort_offer', 'meetup_hint'],
    chain: link.page === root ? 'profile -> directory' : `${chainTo(root, link.page)} -> directory`,
  })
}

/** From a platform that bars it, straight from the profile. */
function adultLink(draw: Draw): Plan {
  const isBarring = ({ id }: Structure) => id === 'instagram' || id === 'tiktok'
  const root = growWeb(draw, { depth: 0, language: 'en', root: isBarring })
  const destination = structureNamed('onlyfans')
  const link = addLink(root, destination.at(draw.handle), 'More of me')
  const beside = destination.render({ ...root.card, links: [] }, link.url)
  return told(draw, root, 'adult_link_restricted', {
    link,
    beside,
    recommendations: ['review_low', 'review_medium'],
  })
}

function phishing(draw: Draw): Plan {
  const host = draw.random.pick(['login-brand.example', 'paypal-login.example', 'instagram-verify.example'])
  return leadsTo(draw, 'phishing_malware_link', `https://${host}/${draw.handle}`, {
    label: 'Confirm here',
    there: ordinaryPage('Confirm', ['Please confirm your account below.']),
  })
}

function gambling(draw: Draw): Plan {
  return leadsTo(draw, 'regulated_goods', `https://slots.example/${draw.handle}`, {
    label: 'Play with me',
    there: ordinaryPage('Play', ['Spin the wheel and see what happens.']),
  })
}

function engagementShop(draw: Draw): Plan {
  return leadsTo(draw, 'spam_engagement', `https://buyfollowers.example/${draw.handle}`, {
    label: 'My favourite shop',
    there: ordinaryPage('Shop', ['Choose a plan that suits you.']),
  })
}

/** Scanners are shown soup and people something else. */
function cloaking(draw: Draw): Plan {
  const [soups, members] = ['soups-of-the-day.example', 'members-behind-the-door.example']
  return leadsTo(draw, 'link_cloaking', `https://go-${draw.handle}.example/menu`, {
    label: 'Menu',
    there: ({ isBrowser }) => redirect(`https://${isBrowser ? members : soups}/${draw.handle}`),
    beyond: {
      [`${soups}/${draw.handle}`]: ordinaryPage('Soups', ['Twelve soups for cold evenings.']),
      [`${members}/${draw.handle}`]: ordinaryPage('Members', ['Only for members of the club.']),
    },
  })
}

function longChain(draw: Draw): Plan {
  const end = `https://${draw.handle}-end.example/`
  const [first = end, ...further] = SHORTENERS.map((host) => `https://${host}/${draw.handle}`)
  const hops = further.map((stop, index) => [placeOf(stop), redirect(further[index + 1] ?? end)] as const)
  return leadsTo(draw, 'link_cloaking', first, {
    label: 'Surprise',
    there: redirect(further[0] ?? end),
    beyond: {
      ...Object.fromEntries(hops),
      [placeOf(end)]: ordinaryPage('The end', ['A page about nothing much.']),
    },
  })
}

const SHORTENERS = ['bit.ly', 'is.gd', 'cutt.ly', 'tiny.cc', 'rb.gy']

/** A creator one of whose links shows the code. */
function leadsTo(
  draw: Draw,
  code: string,
  url: string,
  { label, there, beyond = {} }: { label: string; there: Page; beyond?: Site },
): Plan {
  const root = plain(draw)
  const link = addLink(root, url, label)
  return told(draw, root, code, { link, beside: { [placeOf(url)]: there, ...beyond } })
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
  const root = growWeb(draw, { depth: 1, language, linksBack: 1, root: ({ shows }) => shows.includes('bio') })
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
  return told(draw, root, 'profile_unavailable', { recommendations: ['no_flags', 'review_low'] })
}
