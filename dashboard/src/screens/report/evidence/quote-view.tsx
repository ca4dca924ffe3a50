import { useState } from 'react'
import { resemblanceWords, words } from '../../../../../sdk/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ForeignQuote } from '../../../ui/foreign/foreign-text.tsx'
import type { Entry, Finding, Quote } from '../scan.ts'
import { QuoteContext } from './quote-context.tsx'
import { quotePieces } from './quote-pieces.ts'

/** The sentence behind a finding, every hit in it marked; in their surroundings when somebody asks. */
export function QuoteView({
  scanId,
  entry,
  finding,
  quotes,
}: {
  scanId: string
  entry: Entry
  finding: Finding
  /** All of the same words, at least one. */
  quotes: Quote[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [quote] = quotes
  if (!quote) return null
  const mayHaveContext = entry.sha256 !== null && quote.channel !== 'link' && quote.quote !== ''
  return (
    <figure className="flex flex-col gap-1 border-l-2 border-accent pl-3">
      <figcaption className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span className="font-medium text-ink">{finding.title}</span>
        <span>{words(quote.channel)}</span>
        {quote.mitigation && (
          <span className="rounded bg-gap-soft px-1 text-gap">weighs less: {words(quote.mitigation)}</span>
        )}
        {mayHaveContext && (
          <Button size="small" variant="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Only the words' : 'In context'}
          </Button>
        )}
      </figcaption>
      {isOpen ? (
        <QuoteContext scanId={scanId} entryRef={entry.ref} quote={quote} />
      ) : (
        <blockquote>
          <ForeignQuote pieces={quotePieces(quotes)} />
        </blockquote>
      )}
      {quote.resembles && (
        <p className="text-xs text-muted">No rule names it; judged {resemblanceWords(quote.resembles)}</p>
      )}
    </figure>
  )
}
