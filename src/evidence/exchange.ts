import { createHash, X509Certificate } from 'node:crypto'

/** How a page was asked for, and who answered: kept beside what came back. */
export interface Exchange {
  method: string
  /** As they were sent, lower-cased; where a value is nobody's business (keys), `[not kept]` stands for it. */
  headers: Record<string, string>
  /** Null without TLS, and where it could not be had. */
  tls: TlsSeen | null
}

/** What a server showed of itself when the connection was made. */
export interface TlsSeen {
  /** `TLSv1.3`. */
  protocol: string
  /** By its name in the registry of IANA; empty where it is not known. */
  cipher: string
  certificate: Certificate
}

/** The server's own certificate, without those that vouch for it. */
export interface Certificate {
  subject: string
  issuer: string
  /** ISO 8601. */
  valid_from: string
  valid_to: string
  /** Hex, of the DER. */
  sha256: string
  /** Base64. */
  der: string
}

/** What of an exchange is signed: the certificate by its fingerprint. */
export type SignedExchange = Omit<Exchange, 'tls'> & {
  tls: (Omit<TlsSeen, 'certificate'> & { certificate: Omit<Certificate, 'der'> }) | null
}

export function signedPartOf({ method, headers, tls }: Exchange): SignedExchange {
  if (tls === null) return { method, headers, tls: null }
  const { protocol, cipher, certificate } = tls
  const { der, ...named } = certificate
  return { method, headers, tls: { protocol, cipher, certificate: named } }
}

/** @param der of one certificate; null where it cannot be read */
export function readCertificate(der: Buffer): Certificate | null {
  try {
    return certificateOf(new X509Certificate(der))
  } catch {
    // OpenSSL does not take all that a browser takes.
    return null
  }
}

/** Names are written on one line, as RFC 4514 does but in the order of the certificate. */
export function certificateOf({ subject, issuer, validFrom, validTo, raw }: X509Certificate): Certificate {
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    valid_from: new Date(validFrom).toISOString(),
    valid_to: new Date(validTo).toISOString(),
    sha256: createHash('sha256').update(raw).digest('hex'),
    der: raw.toString('base64'),
  }
}

const MOST_LETTERS = 1000

/** Node gives a name by lines; one without parts is `undefined`. */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ').slice(0, MOST_LETTERS)
}
