import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuth2Tokens,
  type OAuthProvider,
  verifyProviderIdToken,
} from '@better-auth/core/oauth2'
import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { createRemoteJWKSet, customFetch, decodeJwt } from 'jose'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Unavailable } from '../errors.ts'

/** Whose accounts the people here have, and what somebody gets who comes for the first time. */
export type Company = NonNullable<Context['config']['company']>

/** The way to the issuer, which has to follow no redirect. */
export type AskIssuer = typeof globalThis.fetch

/** In addresses and in accounts. */
export const COMPANY_PROVIDER = 'company'
/** The library's name of the route that the issuer sends people back to. */
export const COMPANY_CALLBACK = '/callback/:id'

const TIMEOUT_MS = 10_000

type Provider = AuthContext['socialProviders'][number]

/**
 * Sign-in by the company's own OpenID Connect, by code with PKCE, nonce and verified identity token. The issuer is asked for its addresses when
 * somebody first signs in, and again as long as it does not answer: a service starts whatever the issuer does. The library's own provider
 * (`genericOAuth`) asks by a `fetch` that nobody can give it, past guard and proxy.
 */
export function companySignIn(company: Company, fetch: AskIssuer): BetterAuthPlugin {
  return {
    id: 'company-sign-in',
    init(ctx) {
      let known: Provider | undefined
      const provider = async () => {
        try {
          known ??= providerOf(company, await discover(company, fetch), fetch, ctx.logger)
        } catch (error) {
          ctx.logger.error(`the issuer of TOSCAN_OIDC_ISSUER does not say where it is: ${error}`)
        }
        return known ?? NOBODY
      }
      // The library takes one that has yet to be found out (`getAwaitableValue`), and its types do not say so.
      return { context: { socialProviders: [provider as unknown as Provider] } }
    },
  }
}

const NOBODY = { id: 'unreachable' }

/** OpenID Connect Discovery 1.0, as far as it is used. */
const Discovery = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).nonempty().optional(),
})
type Discovery = z.infer<typeof Discovery>

async function discover({ issuer }: Company, fetch: AskIssuer): Promise<Discovery> {
  return Discovery.parse(
    await askJson(fetch, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  )
}

/** What the identity token, or else the user-info endpoint, says of somebody. */
const Claims = z.looseObject({
  sub: z.string().min(1),
  email: z.string().nullish(),
  email_verified: z.unknown().optional(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
})
type Claims = z.infer<typeof Claims>

function providerOf(
  company: Company,
  at: Discovery,
  fetch: AskIssuer,
  logger: AuthContext['logger'],
): OAuthProvider<Claims> {
  const { clientId, clientSecret } = company
  const options = { clientId, ...(clientSecret !== null && { clientSecret }) }
  const disableSignUp = company.orgId === null
  const provider: OAuthProvider<Claims> = {
    id: COMPANY_PROVIDER,
    name: company.name,
    issuer: at.issuer,
    idToken: {
      jwks: createRemoteJWKSet(new URL(at.jwks_uri), { [customFetch]: fetch }),
      issuer: at.issuer,
      audience: clientId,
      algorithms: at.id_token_signing_alg_values_supported,
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce, loginHint }) =>
      createAuthorizationURL({
        id: COMPANY_PROVIDER,
        options,
        authorizationEndpoint: at.authorization_endpoint,
        state,
        codeVerifier,
        scopes: ['openid', 'email', 'profile'],
        redirectURI,
        nonce: idTokenNonce,
        loginHint,
      }),
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const tokenEndpoint = at.token_endpoint
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI,
        options,
        tokenEndpoint,
      })
      const answer = await askJson(fetch, tokenEndpoint, { method: 'POST', headers, body: String(body) })
      return getOAuth2Tokens(z.record(z.string(), z.unknown()).parse(answer))
    },
    async getUserInfo({ expectedIdTokenNonce, ...tokens }) {
      if (!tokens.idToken || !(await verifyProviderIdToken(provider, tokens.idToken, expectedIdTokenNonce)))
        return null
      const claims = await claimsOf(tokens, tokens.idToken, at.userinfo_endpoint, fetch).catch((error) => {
        logger.error(`the issuer does not say who has signed in: ${error}`)
        return null
      })
      return claims && { user: userOf(claims), data: claims }
    },
    disableSignUp,
    options: { disableSignUp },
  }
  return provider
}

/** Some issuers say the address at their user-info endpoint alone. `idToken`: verified. */
async function claimsOf(
  { accessToken }: OAuth2Tokens,
  idToken: string,
  userInfoUrl: string | undefined,
  fetch: AskIssuer,
): Promise<Claims | null> {
  const stated = Claims.parse(decodeJwt(idToken))
  if (stated.email || !userInfoUrl || !accessToken) return stated
  const headers = { authorization: `Bearer ${accessToken}` }
  const told = Claims.parse(await askJson(fetch, userInfoUrl, { headers }))
  // OpenID Connect Core 1.0, 5.3.2: of somebody else it is not to be used.
  return told.sub === stated.sub ? told : null
}

function userOf({ email, email_verified, name, picture }: Claims) {
  return {
    email,
    emailVerified: email_verified === true,
    name: name ?? undefined,
    image: picture ?? undefined,
  }
}

/** @throws Unavailable where something else than JSON comes, or a status that is no success */
async function askJson(fetch: AskIssuer, url: string, init: RequestInit = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = { accept: 'application/json', ...Object(init.headers) }
  const answer = await fetch(url, { ...init, headers, signal, redirect: 'manual' })
  if (!answer.ok) throw new Unavailable(`${url} answers with ${answer.status}`)
  return answer.json().catch((cause) => {
    throw new Unavailable(`${url} answers with something else than JSON`, { cause })
  })
}
