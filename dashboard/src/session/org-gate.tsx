import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useServices, useSignedIn } from '../services.ts'
import { LinkButton } from '../ui/buttons/link-button.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Loading } from '../ui/states/loading.tsx'

/** The address names an organization: the session is bound to it before anything is read. */
export function OrgGate({ children }: { children: ReactNode }) {
  const { orgId } = useParams({ from: '/o/$orgId' })
  const { session } = useServices()
  const { org_id: current, organizations } = useSignedIn()
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isMember = organizations.some((organization) => organization.org_id === orgId)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to try again.
  useEffect(() => {
    if (!isMember || current === orgId) return
    setFailure(null)
    session.switchTo(orgId).catch(setFailure)
  }, [session, orgId, current, isMember, attempt])

  if (!isMember)
    return (
      <main className="mx-auto flex max-w-md flex-col items-start gap-3 p-6">
        <h1 className="text-xl font-semibold">You are not a member</h1>
        <p className="text-muted">
          This link belongs to an organization ({orgId}) that you are not a member of. Ask one of its
          administrators for an invitation.
        </p>
        <LinkButton to="/">Go to your organization</LinkButton>
      </main>
    )
  if (failure)
    return (
      <main className="mx-auto max-w-md p-6">
        <Failure
          what="The organization could not be opened"
          error={failure}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </main>
    )
  if (current !== orgId)
    return (
      <main className="mx-auto max-w-sm p-6">
        <Loading label="Opening the organization" />
      </main>
    )
  return children
}
