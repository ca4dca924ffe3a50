import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform, PlatformKind, Target } from './platform.ts'
import { isOnHost } from './reading/site-address.ts'

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

/** Reads the folder `sites`: every file that exports `platform` is one. There is no list to keep. */
export async function loadPlatforms(): Promise<Platforms> {
  const files = (await readdir(SITES)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const all: Platform[] = []
  for (const file of files.sort()) {
    const module: { platform?: Platform } = await import(`./sites/${file}`)
    if (!module.platform) continue
    if (file !== `${module.platform.id}.ts`)
      throw new Error(`${file} exports a platform with the id ${module.platform.id}`)
    all.push(module.platform)
  }
  refuseDoubleClaims(all)
  return platformsOf(all)
}

function platformsOf(all: readonly Platform[]): Platforms {
  const claimant = (url: URL) => all.find((platform) => isOnHost(url.hostname, platform.hosts)) ?? null
  return {
    all,
    byId: (id) => all.find((platform) => platform.id === id) ?? null,
    recognise(text) {
      const url = URL.parse(text)
      if (url === null || url.username !== '' || !/^https?:$/.test(url.protocol)) return null
      const owner = claimant(url)
      if (owner) return owner.recognise(url)
      // A host that nobody claims can still be known by its path (Mastodon).
      for (const platform of all) {
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

function refuseDoubleClaims(all: readonly Platform[]): void {
  for (const platform of all) {
    for (const host of platform.hosts) {
      const other = all.find((candidate) => candidate !== platform && isOnHost(host, candidate.hosts))
      if (other) throw new Error(`${host} is claimed by ${platform.id} and ${other.id}`)
    }
  }
}
