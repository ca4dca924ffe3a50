import { showPlainly } from '../../text/show-plainly.ts'

/** Words of others: a text node that cannot turn the text around it, with its hiding characters shown. */
export function ForeignText({ children, lines = false }: { children: string; lines?: boolean }) {
  return (
    <bdi className={`[overflow-wrap:anywhere] ${lines ? 'whitespace-pre-line' : ''}`}>
      {showPlainly(children)}
    </bdi>
  )
}

/** The same in pieces, some of them marked: one run of text, so that a line from right to left stays in its order. */
export function ForeignQuote({ pieces }: { pieces: { text: string; isHit?: boolean }[] }) {
  return (
    <bdi className="whitespace-pre-line [overflow-wrap:anywhere]">
      {pieces.map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name, and never move.
        isHit ? <mark key={index}>{showPlainly(text)}</mark> : showPlainly(text),
      )}
    </bdi>
  )
}
