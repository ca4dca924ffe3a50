import { z } from 'zod'
import type { Read, Setting } from './setting.ts'

/** Whom the client commands talk to. */
export const clientSettings = {
  TOSCAN_SERVER: {
    describe:
      'Server that the client commands talk to. Unset: the one of `toscan login`, else http://127.0.0.1:8080.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_API_KEY: {
    describe: 'API key for that server. Unset: the one that `toscan login` keeps for it.',
    schema: z.string().min(1),
    secret: true,
  },
} as const satisfies Record<string, Setting>

type ClientRead = Read<typeof clientSettings>

export interface ClientConfig {
  server: string | undefined
  apiKey: string | undefined
}

export function toClientConfig(read: ClientRead): ClientConfig {
  return {
    server: read.TOSCAN_SERVER,
    apiKey: read.TOSCAN_API_KEY,
  }
}
