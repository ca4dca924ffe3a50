import { LinkButton } from './link-button.tsx'

export function NotFound() {
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 p-6">
      <h1 className="text-xl font-semibold">No such page</h1>
      <p className="text-muted">Nothing of Toscan stands at this address.</p>
      <LinkButton to="/">Home</LinkButton>
    </main>
  )
}
