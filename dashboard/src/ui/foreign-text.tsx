import { showPlainly } from '../text/show-plainly.ts'

/** Words of others: a text node that cannot turn the text around it, with its hiding characters shown. */
export function ForeignText({ children, lines = false }: { children: string; lines?: boolean }) {
  return (
    <bdi className={`break-words [overflow-wrap:anywhere] ${lines ? 'whitespace-pre-line' : ''}`}>
      {showPlainly(children)}
    </bdi>
  )
}
