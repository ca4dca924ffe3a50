import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { Member } from '../../../../sdk/contract.ts'
import { membersQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

type Person = Open<Member>

const RIGHTS: [what: string, member: string, admin: string][] = [
  ['See scans, submit, review, export', 'Yes', 'Yes'],
  ['Create API keys; revoke their own', 'Yes', 'Yes'],
  ['Revoke the keys of others', 'No', 'Yes'],
  ['Default callback, signing secret, resending webhooks', 'No', 'Yes'],
  ['Policy', 'No', 'Yes'],
  ['Review cases of minor safety', 'Where it is ticked above', 'Unless it is unticked above'],
  ['Invite, change roles, remove people', 'No', 'Yes'],
  ['Read and export the audit trail', 'No', 'Yes'],
]

export function TeamPage() {
  const { toscan, orgId, isAdmin } = useOrg()
  const members = useQuery(membersQuery(toscan, orgId))
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeader
        title="Team"
        lead="Everybody here sees every scan of the organization."
        actions={
          isAdmin ? (
            <>
              <LinkButton to="/o/$orgId/audit" params={{ orgId }}>
                Audit trail
              </LinkButton>
              <Button variant="primary" icon="plus" onPress={() => setIsInviting(true)}>
                Invite
              </Button>
            </>
          ) : (
            <AdminNote />
          )
        }
      />
      <Card title="People" flush>
        <QueryView query={members} what="The people">
          {(data) => <People members={data.members} />}
        </QueryView>
      </Card>
      {isAdmin && <InvitationsCard />}
      <Card title="Who can do what" flush>
        <DataTable
          label="Who can do what"
          rows={RIGHTS}
          rowId={([what]) => what}
          columns={[
            { id: 'what', header: 'What', isHeader: true, cell: ([what]) => what },
            { id: 'member', header: 'Member', cell: ([, member]) => member },
            { id: 'admin', header: 'Administrator', cell: ([, , admin]) => admin },
          ]}
        />
      </Card>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}

function People({ members }: { members: readonly Person[] }) {
  const { isAdmin } = useOrg()
  const [changing, setChanging] = useState<Person | null>(null)
  const [removing, setRemoving] = useState<Person | null>(null)
  const admins = members.filter(({ role }) => role === 'admin')
  const isLast = (person: Person) => person.role === 'admin' && admins.length === 1
  return (
    <>
      <DataTable
        label="People"
        isStacked
        rows={members}
        rowId={({ user_id }) => user_id}
        columns={[
          {
            id: 'name',
            header: 'Name',
            isHeader: true,
            cell: (person) => (
              <div className="max-w-72">
                <span className="font-medium">
                  <ForeignText>{person.name}</ForeignText>
                </span>
                {person.is_you && <span className="text-muted"> (you)</span>}
                <span className="block text-xs text-muted">
                  <ForeignText>{person.email}</ForeignText>
                </span>
              </div>
            ),
          },
          { id: 'role', header: 'Role', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'Member') },
          { id: 'minors', header: 'Minor safety', cell: (person) => <MinorSafety person={person} /> },
          {
            id: 'active',
            header: 'Last active',
            isMinor: true,
            cell: ({ last_active_at }) => <Moment at={last_active_at} ago />,
          },
          {
            id: 'joined',
            header: 'Joined',
            from: '56rem',
            cell: ({ joined_at }) => <Moment at={joined_at} />,
          },
          {
            id: 'change',
            header: 'Change',
            isAction: true,
            cell: (person) =>
              isLast(person) ? (
                <span className="text-xs text-muted">The last administrator stays</span>
              ) : (
                <span className="flex flex-wrap gap-1.5">
                  {isAdmin && (
                    <Button
                      size="small"
                      aria-label={`${person.role === 'admin' ? 'Make a member' : 'Make an administrator'}: ${person.email}`}
                      onPress={() => setChanging(person)}
                    >
                      {person.role === 'admin' ? 'Make a member' : 'Make an administrator'}
                    </Button>
                  )}
                  {(isAdmin || person.is_you) && (
                    <Button
                      size="small"
                      variant="danger"
                      aria-label={person.is_you ? 'Leave the organization' : `Remove ${person.email}`}
                      onPress={() => setRemoving(person)}
                    >
                      {person.is_you ? 'Leave' : 'Remove'}
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {changing && <ChangeRoleDialog person={changing} onClose={() => setChanging(null)} />}
      {removing && <RemoveMemberDialog person={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/** Who is given cases of minor safety. */
function MinorSafety({ person }: { person: Person }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const queries = useQueryClient()
  const allow = useMutation({
    mutationFn: (isAllowed: boolean) => toscan.members.allowMinorSafety(person.user_id, isAllowed),
    onSuccess: () => queries.invalidateQueries({ queryKey: [orgId, 'members'] }),
  })
  if (!isAdmin) return person.minor_safety ? 'Reviews it' : 'Does not'
  return (
    <>
      <CheckBox
        aria-label={`Reviews minor safety: ${person.email}`}
        isSelected={allow.isPending ? allow.variables : person.minor_safety}
        isDisabled={allow.isPending}
        onChange={(isAllowed) => allow.mutate(isAllowed)}
      />
      {allow.error && <Failure what="Not changed" error={allow.error} />}
    </>
  )
}
