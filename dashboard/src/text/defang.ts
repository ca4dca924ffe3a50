import { showPlainly } from './show-plainly.ts'

/** An address that is read and not followed by accident: `hxxps://shop[.]example/item`. Copies are made of the real one. */
export function defang(url: string): string {
  const [, scheme = '', rest = url] = /^([a-z][a-z0-9+.-]*:)(.*)$/is.exec(url) ?? []
  const [, slashes = '', authority = '', path = ''] = /^([/\\]*)([^/\\?#]*)(.*)$/s.exec(rest) ?? []
  const disarmed = scheme.replace(/^http/i, 'hxxp')
  return showPlainly(`${disarmed}${slashes}${authority.replaceAll('.', '[.]')}${path}`)
}

/** The same for lists, where every row is the address of a page: without its scheme. */
export function shortAddress(url: string): string {
  return defang(url).replace(/^hxxps?:\/\//, '')
}
