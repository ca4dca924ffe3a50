import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BadRequest } from '../../../../sdk/client.ts'
import { useServices } from '../../services.ts'
import { MIN_PASSWORD } from '../../session/min-password.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'

/** Takes the old password: a page that was left open is not enough to take an account over. */
export function PasswordDialog({
  email,
  onChanged,
  onClose,
}: {
  email: string
  onChanged(): void
  onClose(): void
}) {
  const { toscan } = useServices()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => toscan.session.changePassword({ current, next }),
    onSuccess() {
      onChanged()
      onClose()
    },
  })
  const isReady = current !== '' && next.length >= MIN_PASSWORD
  const isRefused = change.error instanceof BadRequest
  return (
    <Dialog title="Change my password" isOpen onClose={onClose}>
      <Form
        className="flex flex-col gap-3"
        onSubmit={() => {
          if (isReady && !change.isPending) change.mutate()
        }}
      >
        {/* For password managers, which would otherwise not know whose password this is. */}
        <TextField label="E-mail" value={email} isReadOnly autoComplete="username" />
        <TextField
          label="Present password"
          type="password"
          value={current}
          onChange={(text) => {
            change.reset()
            setCurrent(text)
          }}
          autoComplete="current-password"
          error={isRefused ? 'This is not the present password.' : null}
          autoFocus
          isRequired
        />
        <TextField
          label="New password"
          type="password"
          value={next}
          onChange={setNext}
          autoComplete="new-password"
          description={`At least ${MIN_PASSWORD} characters. It ends your other sign-ins.`}
          maxLength={256}
          isRequired
        />
        {change.error && !isRefused && <Failure what="The password was not changed" error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={change.isPending} isDisabled={!isReady}>
            {change.isPending ? 'Changing…' : 'Change'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
