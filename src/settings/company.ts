import { z } from 'zod'
import { httpProxy, type Read, type Setting } from './setting.ts'

const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => /^[^@\s]+\.[^@\s.]+$/.test(entry)), {
    error: 'must be domains such as example.org, comma-separated',
  })

/** Sign-in with the accounts of a company. */
export const companySettings = {
  TOSCAN_OIDC_ISSUER: {
    describe:
      'OpenID Connect issuer that people may sign in with, e.g. https://login.example. Its clients know <public URL>/api/auth/callback/company.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_OIDC_CLIENT_ID: {
    describe: 'This service at the issuer. Required with TOSCAN_OIDC_ISSUER.',
    schema: z.string().min(1),
  },
  TOSCAN_OIDC_CLIENT_SECRET: {
    describe: 'Its secret; unset for a public client.',
    schema: z.string().min(1),
    secret: true,
  },
  TOSCAN_OIDC_PROXY: {
    describe:
      'HTTP forward proxy to the issuer. Unset: it is asked directly, whatever collection goes through.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_OIDC_NAME: {
    describe: 'What the button of the sign-in calls the issuer; unset: its host.',
    schema: z.string().min(1).max(60),
  },
  TOSCAN_OIDC_ORG: {
    describe:
      'Organization that whoever signs in with the issuer for the first time becomes a member of. Unset: only people who have an account already.',
    schema: z.string().min(1),
  },
  TOSCAN_OIDC_ROLE: {
    describe: 'Their role there: member or admin.',
    schema: z.enum(['member', 'admin']),
    fallback: 'member',
  },
  TOSCAN_OIDC_DOMAINS: {
    describe:
      'Domains of the e-mail addresses that may sign in with the issuer, comma-separated. Unset: all.',
    schema: domains,
    fallback: '',
  },
  TOSCAN_OIDC_TRUST_EMAIL: {
    describe:
      'true: addresses that the issuer does not call verified are believed, for issuers that never do.',
    schema: z.enum(['true', 'false']),
    fallback: 'false',
  },
} as const satisfies Record<string, Setting>

type CompanyRead = Read<typeof companySettings>

/** Whose accounts the people here have, and what somebody gets who comes for the first time. */
export interface Company {
  /** As OpenID Connect Discovery 1.0 knows it: `<issuer>/.well-known/openid-configuration` is asked. */
  issuer: string
  clientId: string
  /** Null for a public client, which PKCE alone protects. */
  clientSecret: string | null
  /** To the issuer. */
  proxy: string | undefined
  /** On the button. */
  name: string
  /** Whoever has no account yet becomes a member of it; null: nobody comes in who has none. */
  orgId: string | null
  role: 'admin' | 'member'
  /** Of e-mail addresses, in lower case; empty: all. */
  domains: readonly string[]
  /** Believes addresses that the issuer does not call verified. */
  trustsEmail: boolean
}

export interface CompanyConfig {
  /** Whose accounts people may sign in with. */
  company: Company | null
}

export function toCompanyConfig(read: CompanyRead): CompanyConfig {
  return {
    company: companyOf(read),
  }
}

function companyOf(read: CompanyRead): Company | null {
  const { TOSCAN_OIDC_ISSUER: issuer, TOSCAN_OIDC_CLIENT_ID: clientId } = read
  if (!issuer || !clientId) return null
  return {
    issuer,
    clientId,
    clientSecret: read.TOSCAN_OIDC_CLIENT_SECRET ?? null,
    proxy: read.TOSCAN_OIDC_PROXY,
    name: read.TOSCAN_OIDC_NAME ?? new URL(issuer).host,
    orgId: read.TOSCAN_OIDC_ORG ?? null,
    role: read.TOSCAN_OIDC_ROLE,
    domains: read.TOSCAN_OIDC_DOMAINS,
    trustsEmail: read.TOSCAN_OIDC_TRUST_EMAIL === 'true',
  }
}
