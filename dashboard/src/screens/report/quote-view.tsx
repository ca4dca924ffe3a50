import { useState } from 'react'
import { words } from '../../../../sdk/words.ts'
import { Button } from '../../ui/button.tsx'
import { ForeignQuote } from '../../ui/foreign-text.tsx'
import { markedIn } from './marked-in.ts'
import { QuoteContext } from './quote-context.tsx'
import type { Entry, Finding, Quote } from './scan.ts'

/** The sentence behind a finding, the hit marked; in their surroundings when somebody asks. */
export function QuoteView({
  scanId,
  entry,
  finding,
  quote,
}: {
  scanId: string
  entry: Entry
  finding: Finding
  quote: Quote
}) {
  const [isOpen, setIsOpen] = useState(false)
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
          <ForeignQuote {...markedIn(quote)} />
        </blockquote>
      )}
    </figure>
  )
}
