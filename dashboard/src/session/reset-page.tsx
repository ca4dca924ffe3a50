import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NotFound, Toscan } from '../../../sdk/client.ts'
import { useServices } from '../services.ts'
import { Wordmark } from '../shell/wordmark.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Loading } from '../ui/states/loading.tsx'
import { MIN_PASSWORD } from './min-password.ts'

/** Whoever opens the link needs no session for it. */
const client = new Toscan({ token: () => null })

/** Where the link in a mail leads, and that of `toscan user reset-password`: `/reset#<token>`. The token stands behind the hash, which no server is sent. */
export function ResetPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    document.title = 'New password · Toscan'
  }, [])
  const opened = useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) => client.session.openReset(token || 'none', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-xl border border-line bg-surface p-6">
        <Wordmark />
        <h1 className="text-lg font-semibold">New password</h1>
        {opened.isPending && <Loading label="Opening the link" />}
        {opened.error instanceof NotFound ? (
          <p>
            This link has been used or replaced, or it is too old. Ask whoever runs the service for a new one.
          </p>
        ) : (
          opened.error && (
            <Failure
              what="The link could not be opened"
              error={opened.error}
              onRetry={() => void opened.refetch()}
            />
          )
        )}
        {opened.data && (
          <>
            <p>
              It ends every sign-in of this account, wherever it is, and removes its passkeys. The link is
              good once, until <Moment at={opened.data.expires_at} />.
            </p>
            <ChooseForm token={token} email={opened.data.email} />
          </>
        )}
      </div>
    </main>
  )
}

function ChooseForm({ token, email }: { token: string; email: string }) {
  const { session } = useServices()
  const [password, setPassword] = useState('')
  const choose = useMutation({
    async mutationFn() {
      await client.session.finishReset(token, password)
      // Whoever this browser was signed in as before: from here on it is this person.
      await session.signIn(email, password)
      window.location.assign('/')
    },
  })
  const isBusy = choose.isPending || choose.isSuccess
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) choose.mutate()
      }}
    >
      <TextField label="E-mail" value={email} isReadOnly autoComplete="username" />
      <TextField
        label="New password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        description={`At least ${MIN_PASSWORD} characters.`}
        maxLength={256}
        isRequired
      />
      {choose.error && <Failure what="The password was not changed" error={choose.error} />}
      <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={password.length < MIN_PASSWORD}>
        {isBusy ? 'Changing…' : 'Change the password'}
      </Button>
    </form>
  )
}
