import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import type { Context } from '../context.ts'

/** Whose accounts the people here have, and what somebody gets who comes for the first time. */
export type Company = NonNullable<Context['config']['company']>

/** In addresses and in accounts. */
export const COMPANY_PROVIDER = 'company'
/** The library's name of the route that the issuer sends people back to. */
export const COMPANY_CALLBACK = '/callback/:id'

type Provider = AuthContext['socialProviders'][number]

/**
 * Sign-in by the company's own OpenID Connect, by code with PKCE, nonce and verified identity token. The issuer is asked for its addresses when
 * somebody first signs in, and again as long as it does not answer: a service starts whatever the issuer does.
 */
export function companySignIn(company: Company): BetterAuthPlugin {
  const library = genericOAuth({
    config: [
      {
        providerId: COMPANY_PROVIDER,
        name: company.name,
        discoveryUrl: `${company.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        clientId: company.clientId,
        ...(company.clientSecret !== null && { clientSecret: company.clientSecret }),
        scopes: ['openid', 'email', 'profile'],
        requireIdTokenVerification: true,
        disableSignUp: company.orgId === null,
      },
    ],
  })
  return {
    id: 'company-sign-in',
    init(ctx) {
      let known: Provider | undefined
      const provider = async () => {
        known ??= (await library.init(withoutProviders(ctx))).context.socialProviders[0]
        return known ?? NOBODY
      }
      // The library takes one that has yet to be found out (`getAwaitableValue`), and its types do not say so.
      return { context: { socialProviders: [provider as unknown as Provider] } }
    },
  }
}

const NOBODY = { id: 'unreachable' }

/** So that what the library gives is its own. */
function withoutProviders(ctx: AuthContext): AuthContext {
  return { ...ctx, socialProviders: [] }
}
