import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { NotFound, type Open } from '../../../../sdk/client.ts'
import type { CriterionWithVersions } from '../../../../sdk/contract.ts'
import { criterionQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { type CriterionDraft, draftOf, EMPTY_DRAFT } from './criterion-draft.ts'
import { CriterionForm } from './criterion-form.tsx'
import { StateCard } from './state-card.tsx'
import { stateWords } from './state-words.ts'
import { TrialCard } from './trial-card.tsx'
import { VersionsCard } from './versions-card.tsx'

/** One criterion: what it says, what would come of it, whether it judges, and what it said before. */
export function CriterionPage() {
  const { code } = useParams({ from: '/o/$orgId/criteria/$code' })
  return code === 'new' ? <NewCriterion /> : <KnownCriterion key={code} code={code} />
}

function NewCriterion() {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  return (
    <>
      <Header title="New criterion" lead="It judges nothing until you put it in shadow or live." />
      <Columns>
        <CriterionForm
          draft={draft}
          onChange={setDraft}
          saved={null}
          onSaved={(code) =>
            navigate({ to: '/o/$orgId/criteria/$code', params: { orgId, code }, ignoreBlocker: true })
          }
        />
        <TrialCard draft={draft} />
      </Columns>
    </>
  )
}

function KnownCriterion({ code }: { code: string }) {
  const { toscan, orgId, name } = useOrg()
  const criterion = useQuery(criterionQuery(toscan, orgId, code))
  if (criterion.error instanceof NotFound)
    return <Header title="No such criterion" lead={`There is no criterion of this code in ${name}.`} />
  return (
    <>
      {!criterion.data && <Header title="Criterion" lead={code} />}
      <QueryView query={criterion} what="The criterion" rows={6}>
        {(data) => <Known criterion={data} />}
      </QueryView>
    </>
  )
}

function Known({ criterion }: { criterion: Open<CriterionWithVersions> }) {
  const { isAdmin } = useOrg()
  const { code, definition, versions } = criterion
  const [draft, setDraft] = useState<CriterionDraft>(() => draftOf(code, definition))
  return (
    <>
      <Header title={definition.name} lead={stateWords(criterion)} />
      {!isAdmin && <AdminNote />}
      <Columns>
        <div className="flex min-w-0 flex-col gap-5">
          <CriterionForm draft={draft} onChange={setDraft} saved={criterion} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <StateCard criterion={criterion} />
          {isAdmin && <TrialCard draft={draft} />}
          <VersionsCard
            versions={versions}
            judging={criterion.judging_version}
            onTake={(old) => setDraft(draftOf(code, old))}
          />
        </div>
      </Columns>
    </>
  )
}

function Header({ title, lead }: { title: string; lead: string }) {
  const { orgId } = useOrg()
  return (
    <PageHeader
      title={title}
      lead={lead}
      actions={
        <LinkButton to="/o/$orgId/criteria" params={{ orgId }}>
          All criteria
        </LinkButton>
      }
    />
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">{children}</div>
}
