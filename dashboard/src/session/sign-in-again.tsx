import { useServices } from '../services.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page that somebody was on: what was typed there is kept, what was being read goes on. */
export function SignInAgain({ email }: { email: string }) {
  const { session } = useServices()
  return (
    <Dialog title="Sign in again" isOpen>
      <p className="text-muted">
        Your sign-in has ended. This page stays as it is; nothing was sent in the meantime.
      </p>
      <SignInForm email={email} />
      <div>
        <Button variant="quiet" size="small" onPress={() => void session.signOut()}>
          Somebody else
        </Button>
      </div>
    </Dialog>
  )
}
