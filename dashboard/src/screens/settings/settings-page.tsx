import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CallbackCard } from '../webhooks/callback-card.tsx'
import { AccountCard } from './account-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PersonalCard } from './personal-card.tsx'
import { RetentionCard } from './retention-card.tsx'
import { ReviewCard } from './review-card.tsx'

export function SettingsPage() {
  const { orgId } = useOrg()
  return (
    <>
      <PageHeader
        title="Settings"
        actions={
          <LinkButton to="/o/$orgId/criteria" params={{ orgId }}>
            Criteria
          </LinkButton>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <OrganizationCard />
          <CallbackCard />
          <RetentionCard />
          <ReviewCard />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <AccountCard />
          <PersonalCard />
          <NotificationsCard />
        </div>
      </div>
    </>
  )
}
