import type { CallOptions, Transport } from './transport.ts'

/** A passkey of the signed-in person, under the names of the sign-in routes. */
export interface Passkey {
  id: string
  name?: string | null
  createdAt?: string | null
  /** `multiDevice` for one that follows the person from device to device. */
  deviceType: string
}

interface KnownCredential {
  id: string
  type: 'public-key'
  transports?: string[]
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface PasskeyRegisterOptions {
  challenge: string
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { alg: number; type: 'public-key' }[]
  timeout?: number
  excludeCredentials?: KnownCredential[]
  authenticatorSelection?: { residentKey?: 'required'; userVerification?: 'required' }
  attestation?: 'none'
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeySignInOptions {
  challenge: string
  rpId?: string
  timeout?: number
  allowCredentials?: KnownCredential[]
  userVerification?: 'required' | 'preferred'
}

/**
 * For browsers, by the cookie of the sign-in, and only where the service is reached by a name. The options go to
 * `navigator.credentials`, what that gives goes back.
 */
export interface Passkeys {
  list(options?: CallOptions): Promise<Passkey[]>
  remove(id: string, options?: CallOptions): Promise<void>
  /** @throws Forbidden for a sign-in that is more than a day old */
  registerOptions(options?: CallOptions): Promise<PasskeyRegisterOptions>
  register(passkey: { name: string; response: unknown }, options?: CallOptions): Promise<void>
  signInOptions(options?: CallOptions): Promise<PasskeySignInOptions>
  /** @throws Unauthorized for a passkey that is not known (any more) */
  signIn(response: unknown, options?: CallOptions): Promise<void>
}

export function passkeysOf(transport: Transport): Passkeys {
  const get = <T>(name: string, options?: CallOptions) =>
    transport.json<T>({ ...options, method: 'GET', path: `/api/auth/passkey/${name}` })
  const post = async (name: string, body: unknown, options?: CallOptions) => {
    await transport.json({ ...options, method: 'POST', path: `/api/auth/passkey/${name}`, body })
  }
  return {
    list: (options) => get('list-user-passkeys', options),
    remove: (id, options) => post('delete-passkey', { id }, options),
    registerOptions: (options) => get('generate-register-options', options),
    register: (body, options) => post('verify-registration', body, options),
    signInOptions: (options) => get('generate-authenticate-options', options),
    signIn: (response, options) => post('verify-authentication', { response }, options),
  }
}
