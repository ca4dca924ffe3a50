import { showPlainly } from '../text/show-plainly.ts'

/** Words of others: a text node that cannot turn the text around it, with its hiding characters shown. */
export function ForeignText({ children, lines = false }: { children: string; lines?: boolean }) {
  return (
    <bdi className={`break-words [overflow-wrap:anywhere] ${lines ? 'whitespace-pre-line' : ''}`}>
      {showPlainly(children)}
    </bdi>
  )
}

/** The same with some of the words marked: one run of text, so that a line from right to left stays in its order. */
export function ForeignQuote({
  before = '',
  marked,
  after = '',
}: {
  before?: string
  marked: string
  after?: string
}) {
  return (
    <bdi className="whitespace-pre-line break-words [overflow-wrap:anywhere]">
      {showPlainly(before)}
      <mark>{showPlainly(marked)}</mark>
      {showPlainly(after)}
    </bdi>
  )
}
