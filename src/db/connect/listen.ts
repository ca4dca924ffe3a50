import type { Logger } from 'pino'
import { askAtWork } from './at-work.ts'
import { LiveClient } from './live-client.ts'

/** Who only listens does not notice that nobody speaks. */
const BEAT_MS = 3000

/** Wakes at every NOTIFY, by channel; reconnects by itself. Callers poll as well: a lost notice only delays. */
export function listen(options: { url: string; log: Logger; wake: Record<string, () => void> }) {
  const atWork = askAtWork(options.url)
  let client: LiveClient | null = null
  let stopped = false
  let connected = false
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    if (stopped) return
    const next = new LiveClient({ connectionString: options.url, application_name: 'toscan-listen' }, atWork)
    client = next
    let beat: NodeJS.Timeout | undefined
    const listenOn = async () => {
      await next.query('select')
      beat = setTimeout(() => listenOn().catch(() => next.cut()), BEAT_MS)
    }
    next.on('error', () => {})
    next.on('notification', ({ channel }) => options.wake[channel]?.())
    next.on('end', () => {
      clearTimeout(beat)
      connected = false
      again()
    })
    try {
      await next.connect()
      for (const channel of Object.keys(options.wake)) await next.query(`listen ${channel}`)
      await listenOn()
      connected = true
    } catch (error) {
      if (!stopped) options.log.warn({ err: error }, 'listening failed')
      next.leave()
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
    isConnected: () => connected,
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.leave()
    },
  }
}
