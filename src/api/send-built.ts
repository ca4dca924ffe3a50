import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltFile } from './built-files.ts'
import { namesTag } from './serving/answer-tag.ts'

/** A file of a build, kept by browsers as long as its name says; 304 for whoever has it. `policy`: the content policy of what it belongs to. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, policy: string) {
  reply.header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('content-security-policy', policy)
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('etag', file.etag)
  if (namesTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  return sendBytes(request, reply, file)
}

/** The bytes, compressed for whoever takes that. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, { type, bytes, gzip }: BuiltFile) {
  reply.code(200).header('content-type', type).header('vary', 'accept-encoding')
  const compressed = takesGzip(request.headers['accept-encoding']) ? gzip() : null
  return compressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(bytes)
}

/** Whether it is named, and not with a weight of nothing, which refuses it (RFC 9110, 12.4.2). */
function takesGzip(header = ''): boolean {
  return header.split(',').some((each) => {
    const [coding = '', weight = ''] = each.toLowerCase().replace(/\s/g, '').split(';')
    return coding === 'gzip' && !/^q=0(\.0*)?$/.test(weight)
  })
}
