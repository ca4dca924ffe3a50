import type { Answer } from '../../demo/web/site.ts'

/** A page of a creator with a picture of theirs, or none. */
export function profile(name: string, bio: string, picture: string | null): Answer {
  const image = picture === null ? '' : `<meta property="og:image" content="${picture}">`
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>${name}</title>${image}<h1>${name}</h1><p>${bio}</p>`,
  }
}
/** A picture as a server gives it. */
export const picture = (bytes: Buffer, type = 'image/png'): Answer => ({
  headers: { 'content-type': type },
  send: (outgoing) => outgoing.end(bytes),
})
