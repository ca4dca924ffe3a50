/** A short name for a profile: the last part of its path, else its host. */
export function accountName(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const last = parsed.pathname.split('/').filter(Boolean).at(-1)
  if (!last) return parsed.hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? 'unknown host'
}
