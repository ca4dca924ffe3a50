import { parseStoredPage } from '../../../text/parse-stored-page.ts'

/** The words of a stored page. */
export function readableText(source: string): string {
  if (!/<[a-z!]/i.test(source)) return source
  const page = parseStoredPage(source)
  for (const element of page.querySelectorAll('script, style, template')) element.remove()
  for (const element of page.querySelectorAll('p, div, li, br, h1, h2, h3, h4, td, section, article, tr'))
    element.append('\n')
  return (page.body.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
