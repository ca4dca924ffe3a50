import { useNavigate } from '@tanstack/react-router'
import { useSignedIn } from '../services.ts'
import { useOrg } from '../session/use-org.ts'
import { Select } from '../ui/select.tsx'

/** Where there is one organization only, its name. */
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
    <Select
      label="Organization"
      hideLabel
      options={organizations.map((each) => ({ value: each.org_id, label: each.name }))}
      value={orgId}
      onChange={(chosen) => void navigate({ to: '/o/$orgId', params: { orgId: chosen } })}
    />
  )
}
