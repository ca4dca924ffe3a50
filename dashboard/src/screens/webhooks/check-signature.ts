export type SignatureCheck =
  | { kind: 'valid'; note: string | null }
  /** `why`: a sentence that says what to do. */
  | { kind: 'invalid'; why: string }

const TOLERANCE_SECONDS = 300

/**
 * Whether a webhook is genuine by Standard Webhooks, and why not. Runs in the browser: the secret goes nowhere.
 * @param headers lines of `name: value`, or a JSON object, as it was copied
 * @param now milliseconds
 */
export async function checkSignature({
  body,
  headers,
  secret,
  now,
}: {
  body: string
  headers: string
  secret: string
  now: number
}): Promise<SignatureCheck> {
  const given = readHeaders(headers)
  const missing = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].filter((name) => !given.get(name))
  if (missing.length > 0) return invalid(`Missing: ${missing.join(', ')}.`)
  const key = readSecret(secret)
  if (!key) return invalid('The secret is not whole: it is whsec_ and base64 after it.')
  const timestamp = given.get('webhook-timestamp') ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return invalid('webhook-timestamp is no number of seconds.')
  const signatures = (given.get('webhook-signature') ?? '')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))
  if (signatures.length === 0) return invalid('webhook-signature holds no v1 signature.')

  const prefix = `${given.get('webhook-id')}.${timestamp}.`
  const matches = async (text: string) => signatures.includes(await sign(key, prefix + text))
  if (await matches(body)) return { kind: 'valid', note: noteOnTime(Number(timestamp), now) }
  for (const [variant, why] of variantsOf(body)) if (await matches(variant)) return invalid(why)
  return invalid('No signature matches: another secret, or a body or header that was changed on the way.')
}

function invalid(why: string): SignatureCheck {
  return { kind: 'invalid', why }
}

/** A genuine webhook of yesterday is genuine; a receiver must refuse it all the same. */
function noteOnTime(seconds: number, now: number): string | null {
  const drift = Math.round(now / 1000 - seconds)
  if (Math.abs(drift) <= TOLERANCE_SECONDS) return null
  return `Its time is ${Math.abs(drift)} s ${drift > 0 ? 'past' : 'ahead'}: a receiver refuses it after ${TOLERANCE_SECONDS} s.`
}

/** The ways in which bodies are changed most often. */
function variantsOf(body: string): [string, string][] {
  const variants: [string, string][] = [
    [body.trim(), 'It matches without the blanks or line breaks around the body: sign over the raw bytes.'],
  ]
  try {
    const parsed: unknown = JSON.parse(body)
    variants.push([
      JSON.stringify(parsed),
      'It matches when the body is written without blanks: it was parsed and written again. Sign over the raw bytes.',
    ])
  } catch {
    // Not whole JSON: then it was cut, and no variant of it will match.
  }
  return variants
}

function readHeaders(text: string): Map<string, string> {
  return new Map(headerPairs(text).map(([name, value]) => [name.trim().toLowerCase(), value.trim()]))
}

function headerPairs(text: string): [string, string][] {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null)
      return Object.entries(read).map(([name, value]) => [name, String(value)])
  } catch {
    // Not JSON, so lines.
  }
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : []
  })
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(secret.trim().replace(/^whsec_/, '')), (letter) =>
      letter.charCodeAt(0),
    )
    return bytes.length > 0 ? bytes : null
  } catch {
    return null
  }
}

async function sign(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
