import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invitationsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'

/** Links that nobody has used yet. A lost one is replaced by inviting again. */
export function InvitationsCard() {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const open = useQuery(invitationsQuery(toscan, orgId))
  const withdraw = useMutation({
    mutationFn: (invitationId: string) => toscan.invitations.cancel(invitationId),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'invitations'] }),
  })
  return (
    <Card title="Open invitations" flush>
      <QueryView query={open} what="The invitations" rows={1}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="px-4 pb-4 text-muted">None.</p>
          ) : (
            <DataTable
              label="Open invitations"
              isStacked
              rows={invitations}
              rowId={({ invitation_id }) => invitation_id}
              columns={[
                {
                  id: 'email',
                  header: 'E-mail',
                  isHeader: true,
                  cell: ({ email }) => <ForeignText>{email}</ForeignText>,
                },
                {
                  id: 'role',
                  header: 'Role',
                  cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'Member'),
                },
                {
                  id: 'minors',
                  header: 'Minor safety',
                  isMinor: true,
                  cell: ({ minor_safety }) => (minor_safety ? 'Will review it' : 'Will not'),
                },
                {
                  id: 'by',
                  header: 'Invited by',
                  isMinor: true,
                  cell: ({ invited_by_email }) => invited_by_email ?? 'Not provided',
                },
                {
                  id: 'expires',
                  header: 'Until',
                  isMinor: true,
                  cell: ({ expires_at }) => <Moment at={expires_at} />,
                },
                {
                  id: 'withdraw',
                  header: 'Withdraw',
                  isAction: true,
                  cell: ({ invitation_id, email }) => (
                    <Button
                      size="small"
                      variant="danger"
                      aria-label={`Withdraw the invitation of ${email}`}
                      isBusy={withdraw.isPending}
                      onPress={() => withdraw.mutate(invitation_id)}
                    >
                      Withdraw
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryView>
      {withdraw.error && <Failure what="The invitation was not withdrawn" error={withdraw.error} />}
    </Card>
  )
}
