/** A list of hosts: `name.example` covers its subdomains, `token:word` any host with that word between dots and hyphens. */
export interface HostList {
  hosts: ReadonlySet<string>
  tokens: ReadonlySet<string>
}

export function compileHostList(lines: readonly string[]): HostList {
  const tokens = lines.filter((line) => line.startsWith('token:')).map((line) => line.slice('token:'.length))
  return { hosts: new Set(lines.filter((line) => !line.startsWith('token:'))), tokens: new Set(tokens) }
}

export function listHasHost(list: HostList, host: string): boolean {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (list.hosts.has(rest)) return true
  }
  return list.tokens.size > 0 && host.split(/[.-]/).some((token) => list.tokens.has(token))
}

/** The lower-case host of an http(s) address without `www.` and without the dot of the root, or null for anything else. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  return /^https?:$/.test(parsed.protocol) ? parsed.hostname.toLowerCase().replace(/^www\.|\.$/g, '') : null
}
