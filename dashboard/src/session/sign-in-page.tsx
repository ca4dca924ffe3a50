import { useEffect } from 'react'
import { Wordmark } from '../shell/wordmark.tsx'
import { CompanyButton } from './company-button.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  useEffect(() => {
    document.title = 'Sign in · Toscan'
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6">
        <Wordmark />
        <h1 className="mt-5 mb-4 text-lg font-semibold">Sign in</h1>
        <CompanyButton />
        <SignInForm />
        <div className="mt-3">
          <ForgotPassword />
        </div>
        <p className="mt-5 text-xs text-muted">
          Accounts are made by an administrator: <code className="font-mono">toscan user create</code>, or an
          invitation.
        </p>
      </div>
    </main>
  )
}
