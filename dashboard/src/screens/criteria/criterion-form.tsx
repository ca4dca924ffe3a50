import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Open, ValidationFailed } from '../../../../sdk/client.ts'
import type { CriterionWithVersions } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { criteriaQuery, criterionQuery, reasonCodesQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import {
  type CriterionDraft,
  codeFor,
  definitionOf,
  draftOf,
  EMPTY_DRAFT,
  faultsByField,
  LISTS,
} from './criterion-draft.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

const LIST_WORDS: Record<(typeof LISTS)[number], { label: string; description: string }> = {
  phrases: {
    label: 'Phrases',
    description:
      'Two words or more that say it whole: one is enough. One a line; de: before those in German.',
  },
  terms: {
    label: 'Words',
    description: 'A hint alone, never more than review: low. course* is all that begins so.',
  },
  beside: {
    label: 'Words beside them',
    description: 'One of these near one of the words, and both count fully.',
  },
  exclusions: { label: 'Exclusions', description: 'In the same sentence, one of these excuses it.' },
}

/** What the criterion says. Saving writes a version; it changes nothing of what judges. */
export function CriterionForm({
  draft,
  onChange,
  saved,
  onSaved,
}: {
  draft: CriterionDraft
  onChange(draft: CriterionDraft): void
  /** Null for a new one. */
  saved: Open<CriterionWithVersions> | null
  onSaved?(code: string): void
}) {
  const { toscan, orgId, isAdmin } = useOrg()
  const queries = useQueryClient()
  const codes = useQuery(reasonCodesQuery(toscan, orgId))
  const families = [...new Set((codes.data ?? []).map(({ family }) => family))].filter(
    (family) => family !== 'status',
  )
  const definition = definitionOf(draft)
  const code = saved?.code ?? (draft.code || codeFor(draft.name))
  const save = useMutation({
    mutationFn: () =>
      saved
        ? toscan.criteria.update(saved.code, { definition, version: saved.version })
        : toscan.criteria.create({ code, definition }),
    async onSuccess({ definition: written }) {
      if (saved) onChange(draftOf(code, written))
      await queries.invalidateQueries({ queryKey: criteriaQuery(toscan, orgId).queryKey })
      await queries.invalidateQueries({ queryKey: criterionQuery(toscan, orgId, code).queryKey })
      onSaved?.(code)
    },
  })
  const faults = save.error instanceof ValidationFailed ? faultsByField(save.error.errors, definition) : {}
  const untouched = saved ? draftOf(saved.code, saved.definition) : EMPTY_DRAFT
  const isUntouched = JSON.stringify(draft) === JSON.stringify(untouched)
  const isSame = saved !== null && isUntouched
  useUnsaved(isUntouched ? null : `The criterion ${draft.name || 'that you began'}`)
  const field = (name: keyof CriterionDraft) => ({
    value: draft[name],
    error: faults[name] ?? null,
    ...(isAdmin && { onChange: (value: string) => onChange({ ...draft, [name]: value }) }),
  })
  return (
    <Card title="What it says">
      <Form className="flex flex-col gap-3" onSubmit={() => !save.isPending && save.mutate()}>
        <TextField
          label="Name"
          {...field('name')}
          maxLength={60}
          description="The title in reports."
          isRequired
        />
        {saved === null && (
          <TextField
            label="Code"
            {...field('code')}
            placeholder={codeFor(draft.name) || 'own_name'}
            mono
            spellCheck={false}
            description="Stands in reports and is never changed. None: by the name."
          />
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Family"
            options={[...new Set([...families, draft.family])].map((value) => ({
              value,
              label: words(value),
            }))}
            value={draft.family}
            onChange={(family) => isAdmin && onChange({ ...draft, family })}
          />
          <Select
            label="Severity"
            options={SEVERITIES.map((value) => ({ value, label: words(value) }))}
            value={draft.severity}
            onChange={(severity) => isAdmin && onChange({ ...draft, severity })}
          />
        </div>
        <MissingPart query={codes} what="The other families" />
        <TextField label="What it is about" {...field('description')} rows={2} maxLength={500} />
        {LISTS.map((name) => (
          <TextField key={name} {...LIST_WORDS[name]} {...field(name)} rows={3} spellCheck={false} />
        ))}
        <TextField
          label="Domains"
          {...field('domains')}
          rows={2}
          mono
          spellCheck={false}
          placeholder="shop.example"
          description="A link to one of these, or to what is below it, is enough."
        />
        <TextField
          label="Otherwise on these platforms"
          {...field('platforms')}
          rows={2}
          mono
          spellCheck={false}
          placeholder="instagram: off"
          description="A platform and a severity or off, one a line; default is all that are not named."
        />
        <TextField
          label="Of a hundred hits, how many are right"
          {...field('right')}
          inputMode="numeric"
          description="From 83 on, one hit of severity high calls for review: high."
        />
        {faults.whole && <Notice tone="error">{`It ${faults.whole}.`}</Notice>}
        {save.error && !(save.error instanceof ValidationFailed) && (
          <Failure what="The criterion was not saved" error={save.error} />
        )}
        {isAdmin && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="primary"
              isBusy={save.isPending}
              isDisabled={isSame || draft.name.trim() === ''}
            >
              {save.isPending
                ? 'Saving…'
                : saved
                  ? `Save as version ${saved.version + 1}`
                  : 'Save as a draft'}
            </Button>
            <p role="status" className="text-muted">
              {save.isSuccess && isSame && `Saved as version ${saved.version}.`}
            </p>
          </div>
        )}
      </Form>
    </Card>
  )
}
