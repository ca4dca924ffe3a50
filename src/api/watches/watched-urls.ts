import type { WatchedUrl } from '../../db/watches/watches.ts'
import type { ApiContext } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { storableUrl } from '../requests/storable-text.ts'

/** As submissions have them; each once. */
export function watchedUrlsOf(urls: string[]): WatchedUrl[] {
  const found = new Map(urls.map((url) => [new URL(url).href, storableUrl(url)]))
  return [...found].map(([target, url]) => ({ url, target }))
}

/** As for a submission: a private address written as such is refused at once. @throws Refusal 422 */
export async function refusePrivateCallback(
  ctx: ApiContext,
  url: string | null | undefined,
): Promise<string | null> {
  if (!url) return null
  const reason = await ctx.checkCallbackUrl(url, { resolve: false })
  if (reason) throw new Refusal(422, `Invalid callback URL: ${reason}`)
  return storableUrl(url)
}
