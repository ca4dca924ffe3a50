/**
 * An address as scans know it: normalised, and as people write the same one: with another scheme, with or without `www.` and
 * the last slash. What is no address is left out: an IP address has no `www.`.
 */
export function addressesOf(address: string): string[] {
  const url = new URL(address)
  url.hash = ''
  const host = url.host.replace(/^www\./, '')
  const path = url.pathname.replace(/\/+$/, '')
  const all = ['http:', 'https:'].flatMap((scheme) =>
    [host, `www.${host}`].flatMap((each) =>
      [path, `${path}/`].flatMap((way) => URL.parse(`${scheme}//${each}${way}${url.search}`)?.href ?? []),
    ),
  )
  return [...new Set([new URL(address).href, ...all])]
}
