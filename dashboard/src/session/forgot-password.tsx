import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { NotFound, Toscan } from '../../../sdk/client.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Form } from '../ui/fields/form.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Notice } from '../ui/states/notice.tsx'

/** Whoever asks has no session. */
const client = new Toscan({ token: () => null })

/** Has a link for a new password mailed. Whether anybody has the address is not said. */
export function ForgotPassword() {
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => client.session.requestReset(email.trim()) })
  if (!isOpen)
    return (
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        Forgot your password?
      </Button>
    )
  if (ask.isSuccess)
    return (
      <div role="status">
        <Notice tone="good">
          If somebody has this address, a link is on its way. It is good for an hour.
        </Notice>
      </div>
    )
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={() => {
        if (email.trim() && !ask.isPending) ask.mutate()
      }}
    >
      <TextField
        label="Your e-mail"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        description="A link to choose a new password is sent there."
        autoFocus
      />
      {ask.error instanceof NotFound ? (
        <Notice tone="warning">This service sends no mail. Ask whoever runs it for a link.</Notice>
      ) : (
        ask.error && <Failure what="No link was asked for" error={ask.error} />
      )}
      <Button type="submit" isBusy={ask.isPending} isDisabled={email.trim() === ''}>
        {ask.isPending ? 'Asking…' : 'Send me a link'}
      </Button>
    </Form>
  )
}
