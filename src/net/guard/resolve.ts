import { lookup, Resolver } from 'node:dns/promises'
import { vetAnswer } from './address-guard.ts'
import { allowsHost, type EgressAllow } from './egress-allow.ts'
import { netError } from './failure.ts'
import { lackOfFiles } from './own-lack.ts'

/** All addresses of a name. Fails when there are none. */
export type Resolve = (hostname: string) => Promise<string[]>

/** A place that we are about to connect to. */
export interface Destination {
  host: string
  port: number
  allow: EgressAllow
  ports?: 'web' | 'any'
}

/**
 * c-ares, so that /etc/hosts cannot lend a public name a private meaning and slow name servers do not block libuv's
 * threads. Names that the operator listed go through the system instead, since they may stand in /etc/hosts only.
 * @param timeoutMs for one name, both families together.
 */
export function createResolve({
  allow,
  timeoutMs = 5000,
}: {
  allow: EgressAllow
  timeoutMs?: number
}): Resolve {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 })
  const listed = new Set(allow.hosts.map((host) => host.name))
  return (hostname) =>
    within(timeoutMs, hostname, listed.has(hostname) ? systemLookup(hostname) : query(resolver, hostname))
}

/**
 * The addresses of a name, IPv4 first, if **every** answer may be reached: one private answer among public ones is how
 * rebinding starts.
 * @throws {Refused} `blocked_address`, {Unavailable} `dns_error`, `dns_unavailable`, `out_of_resources`.
 */
export async function resolveVetted(resolve: Resolve, destination: Destination): Promise<string[]> {
  const { host, port, allow } = destination
  let addresses: string[]
  try {
    addresses = await resolve(host)
  } catch (cause) {
    // Without a socket to ask by, a look-up ends as refused or as if there were no such name.
    const lack = lackOfFiles()
    if (lack !== null) throw netError('out_of_resources', lack, cause)
    throw netError(isOfName(cause) ? 'dns_error' : 'dns_unavailable', `${host}: ${codeOf(cause)}`, cause)
  }
  if (addresses.length === 0) throw netError('dns_error', `${host}: no addresses`)
  for (const address of addresses) {
    const verdict = vetAnswer(address, destination)
    // Without the address: what a name means inside is no tenant's to know.
    if (!verdict.ok)
      throw netError('blocked_address', `${host} resolves to an address that may not be reached`)
  }
  if (allowsHost(allow, host, port)) return addresses
  return addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
}

async function systemLookup(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map((entry) => entry.address)
}

async function query(resolver: Resolver, hostname: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const answers = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failures = [four, six].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  // Who was told of one family only that the name has none of it knows nothing of the other.
  if (answers.length === 0) throw failures.find((each) => !isOfName(each)) ?? failures[0]
  return answers
}

/** What a name server says of a name: there is none such, it has no addresses of that kind, or it cannot be a name. All else is said of name servers, or by us. */
const OF_NAMES = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

function isOfName(error: unknown): boolean {
  return OF_NAMES.has(codeOf(error))
}

function within(timeoutMs: number, hostname: string, answer: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // As c-ares calls it where its own time is over.
      reject(Object.assign(new Error(`${hostname}: no answer in ${timeoutMs} ms`), { code: 'ETIMEOUT' }))
    }, timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'look-up failed'
}
