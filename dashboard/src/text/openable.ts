/** Only these are ever opened, and what is strange about them is said first. */
export function openable(url: string): { href: string; warnings: string[] } | null {
  const parsed = URL.parse(url)
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null
  const warnings = [
    parsed.protocol === 'http:' ? 'The connection is not encrypted.' : null,
    parsed.username || parsed.password
      ? 'The address carries a name before its host, which may pass for another site.'
      : null,
    /(^|\.)xn--/.test(parsed.hostname) ? `The host has letters beyond a–z: it is ${parsed.hostname}.` : null,
    /^[\d.]+$|^\[/.test(parsed.hostname) ? 'The host is a bare number, not a name.' : null,
    parsed.port ? `The port is unusual: ${parsed.port}.` : null,
  ].filter((warning) => warning !== null)
  return { href: parsed.href, warnings }
}
