import { useState } from 'react'
import { passkeysWork } from '../../session/passkey.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** The reader's own account: it is theirs in every organization. */
export function AccountCard() {
  const { user } = useOrg()
  const [isChanging, setIsChanging] = useState(false)
  const [wasChanged, setWasChanged] = useState(false)
  return (
    <Card
      title="My account"
      actions={
        <Button size="small" onPress={() => setIsChanging(true)}>
          New password
        </Button>
      }
    >
      <Facts
        facts={[
          ['E-mail', <ForeignText key="email">{user.email}</ForeignText>],
          ['Name', <ForeignText key="name">{user.name}</ForeignText>],
        ]}
      />
      <p role="status" className="text-muted">
        {wasChanged && 'The password is changed. You stay signed in here, and nowhere else.'}
      </p>
      {passkeysWork() && <PasskeyList />}
      {isChanging && (
        <PasswordDialog
          email={user.email}
          onChanged={() => setWasChanged(true)}
          onClose={() => setIsChanging(false)}
        />
      )}
    </Card>
  )
}
