import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface IssuerAccount {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
}

export interface Issuer {
  url: string
  port: number
  /** Whom it knows, by `sub`; their name at its sign-in. */
  accounts: Map<string, IssuerAccount>
  close(): Promise<void>
}

/** A real OpenID provider on loopback; its sign-in takes any password. Its client's secret is `secret of the client`. */
export async function startIssuer(redirectUris: string[], port = 0): Promise<Issuer> {
  const accounts = new Map<string, IssuerAccount>()
  const server: Server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${at}`
  const provider = new Provider(url, {
    clients: [{ client_id: 'toscan', client_secret: 'secret of the client', redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // In the identity token, as most issuers have it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['key of the test'] },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => ({ ...account }) }
    },
  })
  server.on('request', provider.callback())
  return {
    url,
    port: at,
    accounts,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
