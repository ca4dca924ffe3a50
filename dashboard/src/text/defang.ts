import { visibleText } from './visible-text.ts'

/** An address for reading that no program makes a link of: `hxxps://shop[.]example/item`. Copy the real one. */
export function defang(url: string): string {
  const [, scheme, host, rest] = /^(https?:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? []
  if (scheme === undefined || host === undefined) return visibleText(url)
  return visibleText(
    `${scheme.toLowerCase().replace('http', 'hxxp')}${host.replaceAll('.', '[.]')}${rest ?? ''}`,
  )
}
