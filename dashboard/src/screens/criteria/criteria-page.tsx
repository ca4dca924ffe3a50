import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { OwnCriteriaCard } from './own-criteria-card.tsx'
import { PolicyCard } from './policy-card.tsx'

/** By what this organization is judged: codes of its own, and what it changes of the pack's. */
export function CriteriaPage() {
  const { orgId, isAdmin } = useOrg()
  return (
    <>
      <PageHeader
        title="Criteria"
        lead="By what scans of this organization are judged: criteria of its own, and what it changes of the policy pack’s."
        actions={
          isAdmin ? (
            <LinkButton
              to="/o/$orgId/criteria/$code"
              params={{ orgId, code: 'new' }}
              variant="primary"
              icon="plus"
            >
              New criterion
            </LinkButton>
          ) : (
            <AdminNote />
          )
        }
      />
      <OwnCriteriaCard />
      <PolicyCard />
    </>
  )
}
