import type { Toscan } from '../../../sdk/client.ts'

/** Whether this browser has passkeys for this address: it binds them to names, on https or this machine only. */
export function passkeysWork(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    /[a-z]/i.test(window.location.hostname.split('.').at(-1) ?? '')
  )
}

/** Asks the person's device for a new passkey. @throws PasskeyNotUsed when they say no */
export async function addPasskey(toscan: Toscan, name: string): Promise<void> {
  const options = await toscan.passkeys.registerOptions()
  const made = await asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  await toscan.passkeys.register({ name, response: made })
}

/** Asks the person's device for one of its passkeys. @throws PasskeyNotUsed when they say no */
export async function signInWithPasskey(toscan: Toscan): Promise<void> {
  const options = await toscan.passkeys.signInOptions()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    // The service takes nothing less, and says so only afterwards.
    userVerification: 'required',
  })
  await toscan.passkeys.signIn(await asked(() => navigator.credentials.get({ publicKey })))
}

/** Nothing happened: the person closed the question, or no passkey of the device fits. */
export class PasskeyNotUsed extends Error {
  constructor(options: ErrorOptions) {
    super('No passkey was used.', options)
  }
}

async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'InvalidStateError')
      throw new Error('This device has a passkey of this account already.', { cause })
    throw new PasskeyNotUsed({ cause })
  }
  throw new PasskeyNotUsed({})
}
