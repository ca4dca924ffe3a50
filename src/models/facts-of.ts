import type { Evidence } from '../evidence/evidence.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { agesStatedOn } from '../policy/rules/ages/stated-ages.ts'
import { smallPack } from './small-pack.ts'
import { structureOf } from './structure-codes.ts'

/** What a site states about an account, as it is laid before a model. What is not known is left out. */
export interface AccountFacts {
  handle?: string
  verified?: boolean
  /** ISO date. */
  created?: string
  followers?: number
}

export function accountFactsOf({ handle, facts }: Evidence): AccountFacts {
  const followers = facts.counts?.followers
  return {
    ...(handle !== null && { handle }),
    ...(facts.verified !== undefined && { verified: facts.verified }),
    ...(facts.createdAt !== undefined && { created: facts.createdAt.slice(0, 10) }),
    ...(followers !== undefined && { followers }),
  }
}

/** The way to a page: what was passed, and where the declared scanner and a browser were led, where that differs. */
export interface WayFacts {
  way?: string[]
  scanner_led_to?: string
  browser_led_to?: string
}

export function wayOf({ redirects, finalUrl, facts }: Evidence): WayFacts {
  return {
    ...(redirects.length > 0 && { way: [...redirects, finalUrl] }),
    ...(facts.cloaked && { scanner_led_to: facts.cloaked.declared, browser_led_to: facts.cloaked.browser }),
  }
}

/** Redirects from which on a way may hide where it leads. */
const LONG_WAY = 2

/** Whether a page lies behind a disguise or a long way, read or not. */
export function isVeiled({ redirects, facts }: Evidence): boolean {
  return facts.cloaked !== undefined || redirects.length >= LONG_WAY
}

/** What a picture shows of whom it belongs to. */
export function pictureFactsOf({ type, facts, texts, handle }: Evidence): {
  same_picture_as_profile?: true
  handles_in_picture?: string[]
} {
  if (type !== 'image') return {}
  const handles = texts
    .flatMap(({ text }) => text.match(/(?<![\w.])@[\w.]{3,30}/g) ?? [])
    .filter((each) => each.slice(1).toLowerCase() !== handle?.toLowerCase())
  return {
    ...(facts.samePictureAs !== undefined && { same_picture_as_profile: true }),
    ...(handles.length > 0 && { handles_in_picture: [...new Set(handles)] }),
  }
}

/** Ages that the patterns of the pack see on a page, in its words. */
export function agesOf(pack: PolicyPack, evidence: Evidence, handle: string | null): string[] {
  const code = Object.values(pack.codes).find((each) => structureOf(each)?.structure === 'stated_ages_differ')
  const rule = code && structureOf(code)
  if (!code || !rule) return []
  return [...new Set(agesStatedOn(compilePack(smallPack(pack, [code.id])), rule.patterns, evidence, handle))]
}
