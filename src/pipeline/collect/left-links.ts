import type { LeftLinks } from '../../evidence/evidence.ts'

const MOST_HOSTS = 100
const MOST_ADDRESSES = 8

/** Counts addresses that are left out, the most interesting first. */
export function leftLinks(urls: string[]): LeftLinks {
  const byHost: Record<string, number> = {}
  for (const url of urls) {
    const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
    byHost[host] = (byHost[host] ?? 0) + 1
  }
  return { total: urls.length, byHost: mostOf(byHost), first: urls.slice(0, MOST_ADDRESSES) }
}

/** All of them together. */
export function joinLeft(each: LeftLinks[]): LeftLinks {
  const byHost: Record<string, number> = {}
  for (const { byHost: own } of each) {
    for (const [host, count] of Object.entries(own)) byHost[host] = (byHost[host] ?? 0) + count
  }
  return {
    total: each.reduce((sum, { total }) => sum + total, 0),
    byHost: mostOf(byHost),
    first: [...new Set(each.flatMap(({ first }) => first))].slice(0, MOST_ADDRESSES),
  }
}

/** A page can name ten thousand hosts: the total counts them all. */
function mostOf(byHost: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(byHost)
      .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
      .slice(0, MOST_HOSTS),
  )
}
