import type { Config } from '../../config.ts'
import { type EgressAllow, parseEgressAllow } from '../../net/guard/egress-allow.ts'

/** What a door may reach although it is private. The ports of this service are open to none. */
export function egressAllowOf(
  { egressAllow, port, metricsPort = 0 }: Config,
  door: keyof Config['egressAllow'],
): EgressAllow {
  return parseEgressAllow(
    egressAllow[door],
    [port, metricsPort].filter((own) => own !== 0),
  )
}

/** Every list of that kind, by its setting, for whoever reads the configuration: doors open late, and know no setting. */
export const EGRESS_READERS = Object.fromEntries(
  ['', '_COLLECTION', '_SEARCH', '_MODEL', '_WEBHOOKS', '_STORE', '_OIDC'].map((door) => [
    `TOSCAN_EGRESS_ALLOW${door}`,
    (list: string) => parseEgressAllow(list),
  ]),
)
