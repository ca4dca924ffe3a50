/**
 * The address with a path that can be decoded, as Starlette decodes it: an escape that is none stands for itself, and bytes that are no UTF-8 for the
 * sign of replacement. What cannot be decoded would be answered before anybody is asked who they are.
 */
export function mendPath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%') || isDecodable(path)) return url
  const escaped = path.replace(/%(?![0-9a-f]{2})/gi, '%25')
  const mended = escaped.replace(/(?:%[0-9a-f]{2})+/gi, (run) => (isDecodable(run) ? run : replaced(run)))
  return end < 0 ? mended : mended + url.slice(end)
}

function replaced(run: string): string {
  return encodeURIComponent(Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

/** The bundler drops a call whose result nobody uses, and its error with it. */
function isDecodable(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === 'string'
  } catch {
    return false
  }
}
