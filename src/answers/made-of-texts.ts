/** A text of a script, or several in a list. */
export type Value = string | string[]

/** What a function of the browser's makes of a text; null where it makes none that would say more. */
export function decodedBy(name: string, text: string): string | null {
  if (name === 'atob') {
    const bytes = Buffer.from(text, 'base64')
    const utf8 = bytes.toString('utf8')
    return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8
  }
  if (name === 'escape' || name === 'encodeURIComponent') return null
  try {
    return decodeURIComponent(
      text.replace(/%u([0-9a-f]{4})/gi, (_, code) =>
        encodeURIComponent(String.fromCharCode(Number.parseInt(code, 16))),
      ),
    )
  } catch {
    // Not of UTF-8, as `unescape` takes it.
    return text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}

/** What a method makes of texts, where it needs nothing else; null for any other. */
export function madeBy(method: string, value: Value, argument: string | null): Value | null {
  if (Array.isArray(value)) {
    if (method === 'reverse') return value.toReversed()
    return method === 'join' ? value.join(argument ?? ',') : null
  }
  if (method === 'split' && argument !== null) return argument === '' ? [...value] : value.split(argument)
  if (method === 'concat' && argument !== null) return value + argument
  if (method === 'trim') return value.trim()
  if (method === 'toLowerCase') return value.toLowerCase()
  return method === 'toUpperCase' ? value.toUpperCase() : null
}
