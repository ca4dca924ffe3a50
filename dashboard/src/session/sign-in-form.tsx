import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused, ServerError, Unauthorized } from '../../../sdk/client.ts'
import { isOfService } from '../api/message-of.ts'
import { useServices } from '../services.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Form } from '../ui/fields/form.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { PasskeyNotUsed, passkeysWork, signInWithPasskey } from './passkey.ts'

/** E-mail and password. What is wrong with them is not said more exactly than "one of both". */
export function SignInForm({ email: known }: { email?: string }) {
  const { session } = useServices()
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const signIn = useMutation({ mutationFn: () => session.signIn(email.trim(), password) })
  const byPasskey = useMutation({
    async mutationFn() {
      await session.signInBy(signInWithPasskey)
      const now = session.state()
      // A passkey is its owner's, whoever this page was open for.
      if (known !== undefined && now.kind === 'signed_in' && now.session.user.email !== known)
        window.location.assign('/')
    },
  })
  const isRefused =
    signIn.error instanceof Refused && !(signIn.error instanceof ServerError) && isOfService(signIn.error)
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={() => {
        setWasTried(true)
        if (email.trim() && password && !signIn.isPending) signIn.mutate()
      }}
    >
      {isRefused && <Notice tone="error">{refusalOf(signIn.error)}</Notice>}
      {signIn.error && !isRefused && <Failure what="Signing in failed" error={signIn.error} />}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={wasTried && !email.trim() ? 'Your e-mail address is needed.' : null}
        isReadOnly={known !== undefined}
        isRequired
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={wasTried && !password ? 'Your password is needed.' : null}
        autoFocus={known !== undefined}
        isRequired
      />
      <Button type="submit" variant="primary" isBusy={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
      {passkeysWork() && (
        <Button icon="key" isBusy={byPasskey.isPending} onPress={() => byPasskey.mutate()}>
          {byPasskey.isPending ? 'Waiting for your device…' : 'Use a passkey'}
        </Button>
      )}
      <div role="status">{byPasskey.error instanceof PasskeyNotUsed && 'No passkey was used.'}</div>
      {byPasskey.error instanceof Unauthorized ? (
        <Notice tone="error">This passkey is not known here, or no longer.</Notice>
      ) : (
        byPasskey.error &&
        !(byPasskey.error instanceof PasskeyNotUsed) && (
          <Failure what="Signing in failed" error={byPasskey.error} />
        )
      )}
    </Form>
  )
}

function refusalOf(error: Error | null): string {
  return error instanceof Refused && error.status === 429
    ? 'Too many attempts. Wait a minute and try again.'
    : 'E-mail or password is not right.'
}
