/** How a page was asked for and who answered, as the signed manifest has it (docs/evidence.md). */
export interface AskedHow {
  method: string
  headers: Record<string, string>
  /** Null without TLS. */
  tls: {
    protocol: string
    cipher: string
    certificate: { subject: string; issuer: string; valid_from: string; valid_to: string; sha256: string }
  } | null
}

/** What a manifest says of one page; null where it does not say it. `manifest`: its text, which the service has signed. */
export function askedHow(manifest: string, ref: string): AskedHow | null {
  // Written and signed by the service, which alone can write it.
  const { captures } = JSON.parse(manifest) as { captures: { ref: string; exchange?: AskedHow | null }[] }
  return captures.find((capture) => capture.ref === ref)?.exchange ?? null
}
