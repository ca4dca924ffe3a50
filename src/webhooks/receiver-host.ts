import { createHash } from 'node:crypto'

/** Hosts as they are written, with the port: what is behind them is looked up at every attempt. */
export function receiverHost(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** The host under a short name: among whose its attempts are, and the key of its row. */
export function hostKeyOf(url: string): string {
  return createHash('sha256').update(receiverHost(url)).digest('hex').slice(0, 16)
}
