import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import { EvidenceRef } from '../evidence/evidence-ref.tsx'
import { summaryParts } from './summary-parts.ts'

/** A sentence of the report, whose references lead to the evidence. */
export function WithRefs({ text, onRef }: { text: string; onRef(ref: string): void }) {
  return summaryParts(text).map((part, index) =>
    'ref' in part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
      <span key={index} className="ml-0.5 whitespace-nowrap first:ml-0">
        <EvidenceRef to={part.ref} onRef={onRef} />
        {part.tail}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <ForeignText key={index}>{part.text}</ForeignText>
    ),
  )
}
