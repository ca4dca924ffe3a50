/** True when the host is one of these or lies below one of them. */
export function isOnHost(host: string, hosts: readonly string[]): boolean {
  const lower = host.toLowerCase()
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower
  return hosts.some((claimed) => {
    const before = bare.length - claimed.length - 1
    return bare.endsWith(claimed) && (before < 0 || bare.charCodeAt(before) === DOT)
  })
}

const DOT = 0x2e

/** Path parts of an address on one of these hosts, decoded, empty parts dropped; null elsewhere. */
export function partsOn(url: URL, hosts: readonly string[]): string[] | null {
  if (!/^https?:$/.test(url.protocol) || !isOnHost(url.hostname, hosts)) return null
  return url.pathname.split('/').filter(Boolean).map(decodePart)
}

/** `name` of `name.host`; null for the bare host, `www.` and deeper names. */
export function subdomainOn(url: URL, hosts: readonly string[]): string | null {
  for (const host of hosts) {
    const name = url.hostname.endsWith(`.${host}`)
      ? url.hostname.slice(0, -host.length - 1).replace(/^www\./, '')
      : ''
    if (name !== '' && name !== 'www' && !name.includes('.')) return name
  }
  return null
}

export interface HandleRule {
  /** The whole handle. */
  pattern: RegExp
  /** Names that are pages of the site itself: lower case, parted by blanks. */
  reserved?: string
  /** The site may tell capital letters from small ones. */
  keepsCase?: boolean
}

/** The handle in a path part, `@` dropped, lower case where that is the same, or null when it cannot be one. */
export function handleIn(part: string | undefined, rule: HandleRule): string | null {
  const written = (part ?? '').replace(/^@/, '')
  const lower = written.toLowerCase()
  const handle = rule.keepsCase ? written : lower
  return rule.pattern.test(handle) && !rule.reserved?.split(/\s+/).includes(lower) ? handle : null
}

/** An id and no name: sites lead from its address to that of the name which its owner has chosen. */
export function isId(handle: string): boolean {
  return /^(?:id)?\d+(?:@N\d+)?$/i.test(handle)
}

/** A part of a path as people read it. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Translated: a half-encoded part is taken as it stands; no handle pattern accepts it.
    return part
  }
}
