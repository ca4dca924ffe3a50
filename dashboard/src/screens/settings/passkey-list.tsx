import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Forbidden } from '../../../../sdk/client.ts'
import { passkeysQuery } from '../../api/queries.ts'
import { addPasskey, PasskeyNotUsed } from '../../session/passkey.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'

/** The passkeys of the reader's account. The password stays a way in beside them. */
export function PasskeyList() {
  const { toscan, user } = useOrg()
  const queries = useQueryClient()
  const passkeys = useQuery(passkeysQuery(toscan, user.id))
  const [name, setName] = useState('')
  const renew = () => queries.invalidateQueries({ queryKey: passkeysQuery(toscan, user.id).queryKey })
  const add = useMutation({
    mutationFn: () => addPasskey(toscan, name.trim() || 'Passkey'),
    onSuccess: () => setName(''),
    onSettled: renew,
  })
  const remove = useMutation({ mutationFn: (id: string) => toscan.passkeys.remove(id), onSettled: renew })
  return (
    <section aria-labelledby="passkeys" className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
      <h3 id="passkeys" className="font-semibold">
        Passkeys
      </h3>
      <QueryView query={passkeys} what="The passkeys" rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">None. With one, a fingerprint, a face or a PIN signs you in.</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {list.map(({ id, name: label, createdAt }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3">
                  <ForeignText>{label ?? 'Passkey'}</ForeignText>
                  {createdAt && (
                    <span className="text-xs text-muted">
                      since <Moment at={createdAt} />
                    </span>
                  )}
                  <Button
                    size="small"
                    variant="quiet"
                    icon="cross"
                    isBusy={remove.isPending}
                    onPress={() => remove.mutate(id)}
                  >
                    Remove <span className="sr-only">{label ?? 'Passkey'}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {remove.error && <Failure what="The passkey was not removed" error={remove.error} />}
      <Form
        className="flex flex-wrap items-end gap-2"
        onSubmit={() => {
          if (!add.isPending) add.mutate()
        }}
      >
        <TextField
          label="Name of a new one"
          value={name}
          onChange={setName}
          maxLength={60}
          placeholder="e.g. work laptop"
        />
        <Button type="submit" icon="plus" isBusy={add.isPending}>
          {add.isPending ? 'Waiting for your device…' : 'Add a passkey'}
        </Button>
      </Form>
      <p role="status" className="text-muted">
        {add.error instanceof PasskeyNotUsed && 'No passkey was made.'}
      </p>
      {add.error instanceof Forbidden ? (
        <Notice tone="warning">You signed in more than a day ago. Sign out and in again to add one.</Notice>
      ) : (
        add.error &&
        !(add.error instanceof PasskeyNotUsed) && (
          <Failure what="The passkey was not added" error={add.error} />
        )
      )}
    </section>
  )
}
