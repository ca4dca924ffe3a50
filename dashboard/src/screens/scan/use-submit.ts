import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { writeDraft } from '../../scan-draft.ts'
import { useOrg } from '../../session/use-org.ts'
import type { Submission } from './submission.ts'

/**
 * Sends it once and goes to where the result will be. With `isDraft` what is sent was the draft of the form: what the daily limit
 * left out takes its place. Anybody else's draft stays as it is.
 */
export function useSubmit({ isDraft = false }: { isDraft?: boolean } = {}) {
  const { toscan, orgId, owner } = useOrg()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ urls, mode, callbackUrl, metadata }: Submission) => {
      const more = { scan_mode: mode, metadata, ...(callbackUrl && { callback_url: callbackUrl }) }
      const [first = ''] = urls
      if (urls.length > 1) return { batch: await toscan.batches.create({ profile_urls: urls, ...more }) }
      return { scan: await toscan.scans.create({ profile_url: first, ...more }) }
    },
    onSuccess: async ({ batch, scan }) => {
      const left = batch?.skipped_urls ?? []
      const to = batch
        ? navigate({ to: '/o/$orgId/batches/$batchId', params: { orgId, batchId: batch.batch_id } })
        : navigate({ to: '/o/$orgId/scans/$scanId', params: { orgId, scanId: scan?.scan_id ?? '' } })
      await to
      // After the form has gone: it keeps a draft of its own text for as long as it is there.
      if (isDraft)
        writeDraft(owner, {
          text: left.join('\n'),
          leftFrom: left.length > 0 ? (batch?.batch_id ?? null) : null,
        })
      void queries.invalidateQueries({ queryKey: [orgId] })
    },
  })
}
