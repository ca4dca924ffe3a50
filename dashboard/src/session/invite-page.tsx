import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NotFound, Toscan } from '../../../sdk/client.ts'
import { useServices, useSessionState } from '../services.ts'
import { Wordmark } from '../shell/wordmark.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { ForeignText } from '../ui/foreign/foreign-text.tsx'
import { Moment } from '../ui/moment.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Loading } from '../ui/states/loading.tsx'
import { MIN_PASSWORD } from './min-password.ts'

/** Whoever opens the link of an invitation needs no session for it. */
const client = new Toscan({ token: () => null })

/** Where an invitation leads, `/invite#<token>`: the token stands behind the hash, which no server is sent. */
export function InvitePage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const { session } = useServices()
  const state = useSessionState()
  useEffect(() => {
    document.title = 'Invitation · Toscan'
    void session.start()
  }, [session])
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.invitations.open(token, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const signedInAs = state.kind === 'signed_in' ? state.session.user.email : null
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-xl border border-line bg-surface p-6">
        <Wordmark />
        <h1 className="text-lg font-semibold">Invitation</h1>
        {opened.error instanceof NotFound ? (
          <p>This link has been used, withdrawn or replaced, or it is too old. Ask for a new one.</p>
        ) : (
          opened.error && (
            <Failure
              what="The invitation could not be opened"
              error={opened.error}
              onRetry={() => void opened.refetch()}
            />
          )
        )}
        {(opened.isPending || state.kind === 'starting') && !opened.error && (
          <Loading label="Opening the invitation" />
        )}
        {opened.data && state.kind !== 'starting' && (
          <>
            <p>
              Join <ForeignText>{opened.data.org_name}</ForeignText> as{' '}
              {opened.data.role === 'admin' ? 'an administrator' : 'a member'}. The link is good until{' '}
              <Moment at={opened.data.expires_at} />.
            </p>
            <Join
              token={token}
              email={opened.data.email}
              hasAccount={opened.data.has_account}
              isSignedIn={signedInAs === opened.data.email}
            />
          </>
        )}
      </div>
    </main>
  )
}

/** Who has an account shows it by their password; who has none chooses one. Both are signed in afterwards. */
function Join({
  token,
  email,
  hasAccount,
  isSignedIn,
}: {
  token: string
  email: string
  hasAccount: boolean
  isSignedIn: boolean
}) {
  const { session } = useServices()
  const isSomebodyElse = useSessionState().kind === 'signed_in' && !isSignedIn
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const isTooShort = !hasAccount && password.length < MIN_PASSWORD
  const join = useMutation({
    async mutationFn() {
      if (isSomebodyElse) await session.signOut()
      if (hasAccount && !isSignedIn) await session.signIn(email, password)
      const joined = await client.invitations.accept(
        token,
        hasAccount ? {} : { password, ...(name.trim() && { name: name.trim() }) },
      )
      if (!hasAccount) await session.signIn(email, password)
      // A load of its own: the page of the organization begins with what it is now allowed to see.
      window.location.assign(`/o/${joined.org_id}`)
    },
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!join.isPending) join.mutate()
      }}
    >
      <TextField label="E-mail" value={email} autoComplete="username" />
      {!hasAccount && (
        <TextField label="Name" value={name} onChange={setName} maxLength={100} autoComplete="name" />
      )}
      {!isSignedIn && (
        <TextField
          label={hasAccount ? 'Password of your account' : 'New password'}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          description={hasAccount ? undefined : `At least ${MIN_PASSWORD} characters.`}
          isRequired
        />
      )}
      {join.error && <Failure what="You have not joined" error={join.error} />}
      <Button
        type="submit"
        variant="primary"
        isBusy={join.isPending || join.isSuccess}
        isDisabled={!isSignedIn && (password === '' || isTooShort)}
      >
        {join.isPending || join.isSuccess ? 'Joining…' : 'Join'}
      </Button>
    </form>
  )
}
