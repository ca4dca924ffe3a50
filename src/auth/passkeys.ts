import { isIP } from 'node:net'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/**
 * People sign in with a passkey instead of their password. It counts only when the device has made sure who holds it: alone,
 * the device would be one factor where a password manager with a PIN is two.
 */
export function passkeysFor(baseUrl: string) {
  const { origin, hostname } = new URL(baseUrl)
  const plugin = passkey({
    rpName: 'Toscan',
    rpID: hostname,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        refuseUnless(verification.registrationInfo?.userVerified === true),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        refuseUnless(verification.authenticationInfo.userVerified),
    },
    schema: { passkey: { modelName: 'auth_passkey' } },
  })
  const paths = Object.values(plugin.endpoints).map(({ path }) => path)
  return {
    plugin,
    /** Browsers bind passkeys to a name, never to an address. */
    disabledPaths:
      isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? [plugin.endpoints.updatePasskey.path] : paths,
  }
}

function refuseUnless(isVerified: boolean) {
  if (!isVerified)
    throw new APIError('UNAUTHORIZED', { message: 'The device has not made sure who holds it' })
}
