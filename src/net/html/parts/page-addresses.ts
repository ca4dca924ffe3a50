/** An address of the web, made whole; null for any other. */
export function httpUrl(href: string | null, base: string): string | null {
  if (href === null) return null
  // The base is parsed each time, and of no use to most.
  const url = IS_WHOLE.test(href) ? URL.parse(href) : URL.parse(href, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null
}

const IS_WHOLE = /^https?:\/\//i

/** The entry with its address made whole; none for what is no address of the web. */
export function withUrl<Entry extends { url: string }>(entry: Entry, base: string): Entry[] {
  const url = httpUrl(entry.url, base)
  return url === null ? [] : [{ ...entry, url }]
}
