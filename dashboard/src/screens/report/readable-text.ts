/** The words of a stored page. The parser runs nothing and loads nothing; its document is never attached to ours. */
export function readableText(source: string): string {
  if (!/<[a-z!]/i.test(source)) return source
  const page = new DOMParser().parseFromString(source, 'text/html')
  for (const element of page.querySelectorAll('script, style, template')) element.remove()
  for (const element of page.querySelectorAll('p, div, li, br, h1, h2, h3, h4, td, section, article, tr'))
    element.append('\n')
  return (page.body.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
