import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBuilt } from './built-files.ts'
import { sendJson } from './http/send-json.ts'
import { sendFile } from './send-built.ts'

/** Text, pictures and one script for searching, all of this origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * The guide at `/guide`, as `npm run guide` built it; 404 where it was not built. Everybody may read it, as they may the interface's reference.
 * @param folder of the build; null: no guide
 */
export function mountGuide(app: FastifyInstance, folder: string | null) {
  const files = folder === null ? null : readBuilt(folder)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.slice('/guide'.length).split(/[?#]/)[0] ?? ''
    const file = files?.get(path.endsWith('/') ? `${path}index.html` : path)
    if (file) return sendFile(request, reply, file, POLICY)
    // Pages are folders: the address of one without its last stroke is meant as one, or its links would lead elsewhere.
    if (files?.has(`${path}/index.html`)) return reply.redirect(`/guide${path}/`, 301)
    return sendJson(reply.code(404), { detail: 'Not Found' })
  }
  for (const path of ['/guide', '/guide/*'])
    app.get(path, { schema: { hide: true }, exposeHeadRoute: true }, answer)
}
