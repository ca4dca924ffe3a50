import { useMutation } from '@tanstack/react-query'
import { useServices } from '../services.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page that somebody was on: what was typed there is kept, what was being read goes on. */
export function SignInAgain({ email }: { email: string }) {
  const { session } = useServices()
  const leaving = useMutation({ mutationFn: () => session.signOut() })
  return (
    <Dialog title="Sign in again" isOpen>
      <p className="text-muted">
        Your sign-in has ended. This page stays as it is; nothing was sent in the meantime.
      </p>
      <SignInForm email={email} />
      <div>
        <Button variant="quiet" size="small" isBusy={leaving.isPending} onPress={() => leaving.mutate()}>
          Somebody else
        </Button>
      </div>
      {leaving.error && <Failure what="Not done" error={leaving.error} />}
    </Dialog>
  )
}
