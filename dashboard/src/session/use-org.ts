import { useServices, useSignedIn } from '../services.ts'

/** The organization that the page is in, the person's role there, and the way to ask the service. */
export function useOrg() {
  const { toscan } = useServices()
  const { org_id, role, organizations, user } = useSignedIn()
  const orgId = org_id ?? ''
  const name = organizations.find((organization) => organization.org_id === orgId)?.name ?? orgId
  return { toscan, orgId, name, user, isAdmin: role === 'admin', owner: `${orgId}.${user.id}` }
}
