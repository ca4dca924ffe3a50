import { LinkButton } from '../buttons/link-button.tsx'

export function NotFound() {
  return (
    <main className="mx-auto max-w-md p-6">
      <NoSuchPage />
    </main>
  )
}

/** The same beside the navigation, which stays. */
export function NoSuchPage() {
  return (
    <div className="flex flex-col items-start gap-3">
      <h1 className="text-xl font-semibold">No such page</h1>
      <p className="text-muted">Nothing of Toscan stands at this address.</p>
      <LinkButton to="/">Home</LinkButton>
    </div>
  )
}
