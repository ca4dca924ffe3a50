import type { Evidence } from '../../evidence/evidence.ts'
import type { FetchOptions } from '../../evidence/page.ts'
import { isShortener } from '../../platforms/links/shorteners.ts'
import { type Address, type Creator, domainOf } from './address.ts'
import type { HostInterest } from './frontier.ts'
import { type LookContext, look, type Sight } from './look.ts'
import { createLooks } from './looks.ts'

/** Looks under way at links, as the declared scanner and, where one may be disguised, as a browser too. */
export interface TwoLooks {
  /** Begins in advance. */
  start(address: Address): void
  /**
   * What is seen at the pages of one level, in their order. Another destination or other words for a browser, or a refusal that only
   * the scanner meets, is what cloaking looks like. Asked twice are shorteners, hosts on the policy's lists, pages that lead to another site or
   * refuse us, and the first `MAX_UNSUSPICIOUS` others that no platform claims.
   */
  level(addresses: readonly Address[]): Promise<{ evidence: Evidence }>[]
}

const MAX_UNSUSPICIOUS = 8

/** @param width looks under way at most; @param ahead looks begun in advance at most */
export function createTwoLooks(
  ctx: LookContext & { interest: HostInterest },
  creator: Creator,
  options: FetchOptions,
  limits: { width: number; ahead: number },
): TwoLooks {
  const asOurselves = createLooks((address) => look(ctx, address, creator, options), limits)
  const asBrowser = createLooks(
    (address) => look(ctx, address, creator, { ...options, as: 'browser' }),
    limits,
  )
  const twice = async (address: Address) => {
    const [declared, browser] = await Promise.all([asOurselves.at(address), asBrowser.at(address)])
    return { evidence: compared(declared, browser).evidence }
  }
  const onceAtFirst = async (address: Address) => {
    const declared = await asOurselves.at(address)
    if (!canHide(ctx, address) || !hasHidden(declared)) return { evidence: declared.evidence }
    return { evidence: compared(declared, await asBrowser.at(address)).evidence }
  }
  return {
    start(address) {
      if (asOurselves.start(address) && isSuspicious(ctx, address)) asBrowser.start(address)
    },
    level(addresses) {
      const others = addresses.filter((address) => canHide(ctx, address) && !isSuspicious(ctx, address))
      const first = new Set(others.slice(0, MAX_UNSUSPICIOUS))
      return addresses.map((address) =>
        first.has(address) || isSuspicious(ctx, address) ? twice(address) : onceAtFirst(address),
      )
    },
  }
}

/** A platform's own pages show everybody the same. */
function canHide({ platforms }: Pick<LookContext, 'platforms'>, { url }: Address): boolean {
  return isShortener(URL.parse(url)?.hostname ?? '') || platforms.hostKind(url) === null
}

/** By its address alone, so that who asked first makes no difference. */
function isSuspicious(ctx: LookContext & { interest: HostInterest }, address: Address): boolean {
  const host = URL.parse(address.url)?.hostname.replace(/^www\./, '') ?? ''
  return canHide(ctx, address) && (isShortener(host) || ctx.interest(host) > 0)
}

/** It led us to another site, or let us not in. */
function hasHidden({ evidence, result }: Sight): boolean {
  return result.ok && (evidence.outcome !== 'ok' || domainOf(evidence.finalUrl) !== domainOf(evidence.url))
}

/**
 * What people see, where a browser was led elsewhere, was let in where we were refused, or was shown words or links that we were not; else what we
 * saw. The second look runs no scripts: where they lead is no disguise, and what it finds empty is not compared.
 */
function compared(declared: Sight, browser: Sight): Sight {
  const [ours, theirs] = [declared.evidence, browser.evidence]
  if (theirs.outcome !== 'ok') return declared
  const wasRendered = ours.facts.rendered === true
  const elsewhere = !wasRendered && domainOf(theirs.finalUrl) !== domainOf(ours.finalUrl)
  const refused = declared.result.ok && ours.outcome !== 'ok' && theirs.texts.length > 0
  const other = !wasRendered && ours.outcome === 'ok' && isWhole(theirs) && saysOther(theirs, ours)
  if (!elsewhere && !refused && !other) return declared
  const cloaked = { declared: ours.finalUrl, browser: theirs.finalUrl }
  // A plain refusal of scanners is a wall, not a disguise, and sites change their words: only another destination counts as cloaking.
  const facts = elsewhere ? { ...theirs.facts, cloaked } : theirs.facts
  return { ...browser, evidence: { ...theirs, facts } }
}

/** An application that has yet to draw its page was not seen whole. */
function isWhole({ left }: Evidence): boolean {
  return left === undefined || (!left.isCut && left.letters === 0)
}

/** Beyond what pages count and date. */
function saysOther(page: Evidence, known: Evidence): boolean {
  const sites = new Set(known.links.map(({ domain }) => domain))
  if (page.links.some(({ domain }) => !sites.has(domain))) return true
  // Nearly all pages say the very same to both.
  return !saysTheSame(page, known) && wordsOf(page).difference(wordsOf(known)).size >= FEW_WORDS
}

function saysTheSame(page: Evidence, known: Evidence): boolean {
  return (
    page.texts.length === known.texts.length &&
    page.texts.every(({ text }, place) => text === known.texts[place]?.text)
  )
}

function wordsOf({ texts }: Evidence): Set<string> {
  return new Set(texts.flatMap(({ text }) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []))
}

/** An hour or a greeting of the day is told in fewer. */
const FEW_WORDS = 3
