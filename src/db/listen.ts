import { Client } from 'pg'
import type { Logger } from 'pino'

/** Wakes at every NOTIFY, by channel; reconnects by itself. Callers poll as well: a lost notice only delays. */
export function listen(options: { url: string; log: Logger; wake: Record<string, () => void> }) {
  let client: Client | null = null
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    if (stopped) return
    const next = new Client({ connectionString: options.url, connectionTimeoutMillis: 5000, keepAlive: true })
    client = next
    next.on('error', () => {})
    next.on('notification', ({ channel }) => options.wake[channel]?.())
    next.on('end', again)
    try {
      await next.connect()
      for (const channel of Object.keys(options.wake)) await next.query(`listen ${channel}`)
    } catch (error) {
      options.log.warn({ err: error }, 'listening failed')
      next.end().catch(() => {})
    }
  }
  const again = () => {
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect()
    }, 1000)
  }

  connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
