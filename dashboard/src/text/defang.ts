import { visibleText } from './visible-text.ts'

/** An address for reading that no program makes a link of: `hxxps://shop[.]example/item`. Copy the real one. */
export function defang(url: string): string {
  const [, scheme = '', rest = url] = /^([a-z][a-z0-9+.-]*:)(.*)$/is.exec(url) ?? []
  const [, slashes = '', host = '', path = ''] = /^([/\\]*)([^/\\?#]*)(.*)$/s.exec(rest) ?? []
  const disarmed = scheme.toLowerCase().replace(/^http/, 'hxxp')
  return visibleText(`${disarmed}${slashes}${host.replaceAll('.', '[.]')}${path}`)
}
