import { z } from 'zod'
import type { Read, Setting } from './setting.ts'

/** Retry waits of Standard Webhooks 1.0.0, in seconds before each attempt. */
const STANDARD_RETRY_SCHEDULE = '0,5,300,1800,7200,18000,36000,50400,72000,86400'

const secondsList = z
  .string()
  .regex(/^\d+(\s*,\s*\d+)*$/, 'must be seconds separated by commas, e.g. 0,5,300')
  .transform((value) => value.split(',').map(Number))

/** How integrators and people are told. */
export const tellingSettings = {
  TOSCAN_WEBHOOK_RETRY_SCHEDULE: {
    describe: 'Seconds to wait before each delivery attempt.',
    schema: secondsList,
    fallback: STANDARD_RETRY_SCHEDULE,
  },
  TOSCAN_SMTP_URL: {
    describe:
      'Mail server: smtp://[name:password@]host[:587] (STARTTLS where it has it) or smtps://…; the same for API and workers. Unset: no mail is sent.',
    schema: z.url({ protocol: /^smtps?$/ }),
    secret: true,
  },
  TOSCAN_MAIL_FROM: {
    describe: 'Sender of mail, e.g. Toscan <toscan@example.org>. Required with TOSCAN_SMTP_URL.',
    schema: z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be an e-mail address, or a name with <address>',
      ),
  },
} as const satisfies Record<string, Setting>

type TellingRead = Read<typeof tellingSettings>

export interface TellingConfig {
  webhookRetrySchedule: number[]
  /** Null: no mail is sent. */
  mail: { url: string; from: string } | null
}

export function toTellingConfig(read: TellingRead): TellingConfig {
  return {
    webhookRetrySchedule: read.TOSCAN_WEBHOOK_RETRY_SCHEDULE,
    mail:
      read.TOSCAN_SMTP_URL && read.TOSCAN_MAIL_FROM
        ? { url: read.TOSCAN_SMTP_URL, from: read.TOSCAN_MAIL_FROM }
        : null,
  }
}
