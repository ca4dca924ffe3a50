import fastifySwagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { NamedEndpoint } from '../http/endpoint.ts'
import { sendJson } from '../http/send-json.ts'
import { describeDocument } from './describe-document.ts'
import { describeMembers } from './describe-members.ts'
import { tidyDocument } from './tidy-document.ts'

const DOCS = '/docs'

/** `/openapi.json` for programs, `/docs` for people. Before the routes that they describe. */
export async function documentInterface(app: FastifyInstance, all: NamedEndpoint[]) {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Toscan',
        version: '2.0.0',
        description: 'Terms-of-service scans of creator profiles.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      tags: TAGS,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (`sk_…`) or a session token (`ses_…`).',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  mountPages(app)
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    text ??= JSON.stringify(describeMembers(tidyDocument(describeDocument(app.swagger(), all))))
    return sendJson(reply, text)
  })
}

/** The pages for people, on a server of their own that nobody reaches: their script is four megabytes of text, which a start need not read. */
function mountPages(app: FastifyInstance) {
  let pages: Promise<FastifyInstance> | undefined
  for (const path of [`${DOCS}/`, `${DOCS}/js/scalar.js`])
    app.get(path, { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
      pages ??= makePages()
      const { statusCode, headers, rawPayload } = await (await pages).inject(request.url)
      if (headers.location !== undefined) return reply.redirect(headers.location, statusCode)
      return reply.code(statusCode).header('content-type', headers['content-type']).send(rawPayload)
    })
}

async function makePages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await pages.register(scalar, {
    routePrefix: DOCS,
    // Nothing that leaves this origin: no fonts, telemetry, assistants or share buttons of the page's makers.
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
}

const TAGS = [
  { name: 'Scans', description: 'Submit single profiles, read and list scans.' },
  { name: 'Batches', description: 'Submit several profiles and follow them.' },
  { name: 'Reviews', description: 'What people made of scans, beside their records.' },
  {
    name: 'Creators',
    description: 'One profile over all its scans: what it is linked with, and who shares something with it.',
  },
  { name: 'Watches', description: 'Profiles that are scanned again and again, and what has changed.' },
  { name: 'Notifications', description: 'Who is told of what, by mail and in channels.' },
  { name: 'Organization', description: 'Settings and daily usage.' },
  { name: 'People', description: 'Members of the organization and invitations.' },
  { name: 'Webhooks', description: 'The secret that signs webhooks, what was delivered, and sending again.' },
  { name: 'API keys', description: 'Credentials of programs.' },
  { name: 'Reason codes', description: 'What the codes in a report mean.' },
  { name: 'Criteria', description: 'Reason codes that an organization writes itself.' },
]
