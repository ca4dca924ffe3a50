import { queryOptions, useQuery } from '@tanstack/react-query'
import { Refused, type Toscan } from '../../../../../sdk/client.ts'
import { useOrg } from '../../../session/use-org.ts'
import { ForeignQuote } from '../../../ui/foreign/foreign-text.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { Loading } from '../../../ui/states/loading.tsx'
import type { Quote } from '../scan.ts'
import { findInContext } from './find-in-context.ts'
import { quotePieces } from './quote-pieces.ts'
import { readableText } from './readable-text.ts'

/** The stored page as text. It is never shown as a page. */
const pageTextQuery = (toscan: Toscan, orgId: string, scanId: string, ref: string) =>
  queryOptions({
    queryKey: [orgId, 'page-text', scanId, ref],
    queryFn: async ({ signal }) => {
      const source = await (await toscan.evidence.capture(scanId, ref, { signal })).text()
      return [readableText(source), source]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export function QuoteContext({
  scanId,
  entryRef,
  quote,
}: {
  scanId: string
  entryRef: string
  quote: Quote
}) {
  const { toscan, orgId } = useOrg()
  const { data, error } = useQuery(pageTextQuery(toscan, orgId, scanId, entryRef))
  if (error instanceof Refused && (error.status === 404 || error.status === 410))
    return (
      <Alone quote={quote}>
        {error.detail === 'Capture is withheld'
          ? 'The page is not kept: it stands behind a minor-safety finding.'
          : 'The page is no longer stored.'}
      </Alone>
    )
  if (error) return <Failure what="The stored page could not be read" error={error} />
  if (!data) return <Loading label="Reading the stored page" rows={2} />
  const context = data
    .map((text) => findInContext(text, quote.quote, quote.hit))
    .find((found) => found !== null)
  if (!context)
    return (
      <Alone quote={quote}>
        These words stand in the page in pieces, or disguised: download it to see how.
      </Alone>
    )
  const { before, quote: marked, after } = context
  return (
    <blockquote className="max-w-prose rounded-md bg-sunken px-3 py-2">
      <ForeignQuote pieces={[{ text: before }, { text: marked, isHit: true }, { text: after }]} />
    </blockquote>
  )
}

function Alone({ quote, children }: { quote: Quote; children: string }) {
  return (
    <>
      <blockquote>
        <ForeignQuote pieces={quotePieces([quote])} />
      </blockquote>
      <p className="text-xs text-muted">{children}</p>
    </>
  )
}
