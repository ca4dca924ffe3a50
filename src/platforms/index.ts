import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform, PlatformKind, Target } from './platform.ts'
import type { SiteEntry } from './reading/site-entry.ts'
import { siteOf } from './reading/site-of.ts'
import { table } from './sites/table.ts'

export interface Platforms {
  all: readonly Platform[]
  byId(id: string): Platform | null
  /** The profile that an address shows, on whichever platform; null when it shows none. */
  recognise(url: string): Target | null
  /** The profile above a page of a platform: of a post its author, as far as the address names one. */
  ownerOf(url: string): Target | null
  /** Whose host it is, also for addresses that are no profile. */
  hostKind(url: string): { platform: string; kind: PlatformKind } | null
}

const SITES = join(import.meta.dirname, 'sites')

/**
 * Reads the folder `sites`: every file that exports `platform` is one, and so is every entry of its table. There is no list to keep.
 * @param more sites beside those that are built in
 */
export async function loadPlatforms(more: readonly SiteEntry[] = []): Promise<Platforms> {
  const files = (await readdir(SITES)).filter((file) => /(?<!\.test)\.[jt]s$/.test(file))
  const all: Platform[] = [...table, ...more].map(siteOf)
  for (const file of files.sort()) {
    const module: { platform?: Platform } = await import(`./sites/${file}`)
    if (!module.platform) continue
    if (file.slice(0, -3) !== module.platform.id)
      throw new Error(`${file} exports a platform with the id ${module.platform.id}`)
    all.push(module.platform)
  }
  return platformsOf(all.sort((a, b) => (a.id < b.id ? -1 : 1)))
}

/** @throws Error when two claim one host or one id */
function platformsOf(all: readonly Platform[]): Platforms {
  const byId = new Map(all.map((platform) => [platform.id, platform]))
  if (byId.size < all.length) throw new Error('Two platforms have one id')
  const byHost = claimsOf(all)
  const anywhere = all.filter(({ isAnywhere }) => isAnywhere)
  const claimant = (url: URL) => {
    const host = hostsAbove(url.hostname.replace(/\.$/, '')).find((each) => byHost.has(each))
    return host === undefined ? null : (byHost.get(host) ?? null)
  }
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    recognise(text) {
      const url = URL.parse(text)
      if (url === null || url.username !== '' || !/^https?:$/.test(url.protocol)) return null
      const owner = claimant(url)
      if (owner) return owner.recognise(url)
      // A host that nobody claims can still be known by its path (Mastodon).
      for (const platform of anywhere) {
        const target = platform.recognise(url)
        if (target) return target
      }
      return null
    },
    ownerOf(text) {
      const url = URL.parse(text)
      const platform = url && claimant(url)
      if (!url || !platform) return null
      const author = platform.authorOf?.(url)
      if (author) return author
      const parts = url.pathname.split('/').filter(Boolean)
      while (parts.pop() !== undefined) {
        const above = platform.recognise(new URL(`/${parts.join('/')}`, url))
        if (above) return above
      }
      return null
    },
    hostKind(text) {
      const url = URL.parse(text)
      const owner = url && claimant(url)
      return owner ? { platform: owner.id, kind: owner.kind } : null
    },
  }
}

function claimsOf(all: readonly Platform[]): Map<string, Platform> {
  const byHost = new Map<string, Platform>()
  for (const platform of all) for (const host of platform.hosts) byHost.set(host, platform)
  for (const platform of all) {
    for (const host of platform.hosts) {
      const other = hostsAbove(host).find((each) => byHost.has(each) && byHost.get(each) !== platform)
      if (other) throw new Error(`${host} is claimed by ${platform.id} and ${byHost.get(other)?.id}`)
    }
  }
  return byHost
}

/** `a.b.c`, `b.c`, `c`. */
function hostsAbove(host: string): string[] {
  const labels = host.toLowerCase().split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
