import { Refused, ToscanError, Unavailable } from '../../errors.ts'
import type { FetchFailure } from '../../evidence/page.ts'
import { noWayOut } from './no-way-out.ts'
import { ownLack } from './own-lack.ts'

/** An error that already knows under which name coverage records it. */
export function netError(reason: FetchFailure, detail: string, cause?: unknown): ToscanError {
  const Kind =
    reason === 'blocked_address' || reason === 'invalid_url' || reason === 'robots' ? Refused : Unavailable
  return new Kind(detail, { cause, facts: { reason } })
}

/**
 * The name of a network condition, or null when the error is not one (a mistake of ours, to be thrown on).
 * Codes: Node's `errors`, c-ares, OpenSSL's X509 results, decoders, llhttp's `HPE_*` and undici's `UND_ERR_*`.
 */
export function failureOf(error: unknown): { reason: FetchFailure; detail: string } | null {
  if (error instanceof ToscanError && isFailure(error.facts.reason)) {
    return { reason: error.facts.reason, detail: error.message }
  }
  if (!(error instanceof Error)) return null
  const away = noWayOut(error)
  if (away !== null) return { reason: 'no_route', detail: away }
  const lack = ownLack(error)
  if (lack !== null) return { reason: 'out_of_resources', detail: lack }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasonOfCode(code)
  if (reason) return { reason, detail: OF_TLS[code] ? `${code}: ${OF_TLS[code]}` : code }
  // undici's parser errors do not always carry a code.
  return error.name === 'HTTPParserError' ? { reason: 'protocol_error', detail: error.message } : null
}

/** What a server would have to mend, by the code; what is said of others says enough, or nothing. */
const UNSIGNED = 'its certificate is signed by nobody who is known here, or it does not send the ones between'
const OF_TLS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other names',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: UNSIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNSIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNSIGNED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNSIGNED,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS on this port',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it speaks no TLS of version 1.2 or later',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks no TLS of version 1.2 or later',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it wants a certificate of ours',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'it speaks no HTTP/1.1',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'it knows no such name',
}

function reasonOfCode(code: string): FetchFailure | null {
  if (TIMEOUTS.has(code)) return 'timeout'
  if (CONNECT.has(code)) return 'connect_error'
  // TLS says it, and means what is spoken within.
  if (code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') return 'protocol_error'
  if (
    /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/.test(
      code,
    )
  ) {
    return 'tls_error'
  }
  if (isOfDecoder(code) || /^(HPE_|UND_ERR_|ERR_BUFFER|ERR_STREAM|ERR_INVALID_CHAR|ERR_HTTP)/.test(code))
    return 'protocol_error'
  return null
}

/** By Node's codes for what zlib, Zstandard and Brotli say of a body; the last one's begin `ERR__ERROR_FORMAT_`. */
export function isOfDecoder(code: string): boolean {
  return /^(Z_|ZSTD_|ERR_ZSTD|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/.test(code)
}

// biome-ignore format: a list
const TIMEOUTS = new Set([
  'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT',
])

// biome-ignore format: a list
const CONNECT = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EACCES', 'EPERM',
  'EPIPE', 'EINVAL', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED',
])

// biome-ignore format: a list
const FAILURES = new Set<unknown>([
  'timeout', 'dns_error', 'dns_unavailable', 'no_route', 'connect_error', 'tls_error', 'blocked_address', 'invalid_url', 'redirect_loop', 'too_many_redirects',
  'unsupported_encoding', 'protocol_error', 'robots', 'robots_unreachable', 'rate_limited', 'out_of_resources', 'aborted',
] satisfies FetchFailure[])

function isFailure(value: unknown): value is FetchFailure {
  return FAILURES.has(value)
}
