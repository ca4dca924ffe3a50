import { useNavigate } from '@tanstack/react-router'
import { useSignedIn } from '../services.ts'
import { useOrg } from '../session/use-org.ts'
import { INPUT } from '../ui/fields/field-style.ts'

/** Where there is one organization only, its name. A native control: it is on every page, and the smallest that there is. */
export function OrgSwitch() {
  const { orgId, name } = useOrg()
  const { organizations } = useSignedIn()
  const navigate = useNavigate()
  if (organizations.length < 2)
    return (
      <p className="truncate px-2 text-xs font-medium text-muted" title={name}>
        {name}
      </p>
    )
  return (
    <select
      aria-label="Organization"
      value={orgId}
      onChange={(event) => void navigate({ to: '/o/$orgId', params: { orgId: event.target.value } })}
      className={`${INPUT} h-8`}
    >
      {organizations.map((each) => (
        <option key={each.org_id} value={each.org_id}>
          {each.name}
        </option>
      ))}
    </select>
  )
}
