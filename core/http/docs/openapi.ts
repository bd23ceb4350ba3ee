import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import type { ErrorRules } from '../../errors.ts'
import type { Plugin } from '../../plugin.ts'
import type { Wanted } from '../policy.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document that is read and written by name
type Json = { [name: string]: any }

/** What the document says of one plugin's routes. */
export interface Described {
  plugin: Plugin
  scope: AnyElysia
}

/** `/v1/jobs/{id}` of `/v1/jobs/:id`. */
const documented = (path: string) => path.replace(/:([A-Za-z_]+)/g, '{$1}')

const path = '/'

/** The one seam to the Swagger plugin: Elysia's routes as an OpenAPI 3.0 document. */
async function generate(described: readonly Described[]): Promise<Json> {
  const app = described.reduce<AnyElysia>(
    (whole, { scope }) => whole.use(scope),
    new Elysia().use(swagger({ path, specPath: `${path}json` })),
  )
  return (await app.handle(new Request(`http://localhost${path}json`))).json()
}

const error = (codes: readonly string[], description: string) => ({
  description: `${description}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** The failures that an operation can answer with, beside those that its route states. */
function failures(operation: Json, { as, limit }: Wanted, { invalid = {}, failure, status = {} }: ErrorRules): Json {
  const named = Object.values(invalid).filter((rule) => typeof rule === 'string') as string[]
  const replies: [number, readonly string[], string][] = []
  if (operation.requestBody || operation.parameters)
    replies.push([
      400,
      [...new Set([...named, 'invalid_request'])],
      'A parameter is missing or not allowed; `details` names it',
    ])
  if (as !== 'anyone') {
    replies.push([401, ['unauthorized', 'key_revoked', 'key_expired'], 'No valid key'])
    replies.push([403, ['insufficient_permissions'], 'The key or the plan does not allow this'])
  }
  if (operation.parameters?.some((parameter: Json) => parameter.in === 'path'))
    replies.push([404, ['not_found'], 'Unknown here, or of another account'])
  if (operation.requestBody) replies.push([413, ['payload_too_large'], 'The body is too large'])
  if (limit !== undefined && limit !== 'calls')
    replies.push([
      status.insufficient_credits ?? 402,
      ['insufficient_credits'],
      'Not enough credits; `details` has `required` and `available`',
    ])
  if (limit !== undefined)
    replies.push([429, ['rate_limited'], 'Too many requests; see the `X-RateLimit` headers and `details`'])
  replies.push([500, [...(failure ? [failure] : []), 'internal_error'], 'The work failed; nothing was charged'])
  if (limit !== undefined && limit !== 'calls')
    replies.push([
      503,
      ['engine_unavailable', 'service_unavailable'],
      'Cannot be done here or now; `details` has the remedy',
    ])
  return Object.fromEntries(replies.map(([code, codes, description]) => [code, error(codes, description)]))
}

const rateHeaders = Object.fromEntries(
  [
    ['X-RateLimit-Limit', 'Requests that the window allows'],
    ['X-RateLimit-Remaining', 'Requests that are left in it'],
    ['X-RateLimit-Reset', 'Epoch seconds at which it begins anew'],
  ].map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
)

/** JSON bodies only, a description on each reply, and the failures and headers that all routes share. */
function complete(operation: Json, errors: ErrorRules) {
  const access: Wanted = operation['x-access']
  delete operation['x-access']
  const jsonOnly = (part: Json | undefined) => {
    const json = part?.content?.['application/json']
    if (part && json && part.content['multipart/form-data']) part.content = { 'application/json': json }
  }
  jsonOnly(operation.requestBody)
  for (const [status, reply] of Object.entries<Json>(operation.responses)) {
    jsonOnly(reply)
    reply.description ??= Number(status) < 300 ? 'Done' : 'Refused'
    if (access.limit !== undefined) reply.headers = rateHeaders
  }
  const stated = operation.responses
  operation.responses = {
    ...stated,
    ...Object.fromEntries(
      Object.entries(failures(operation, access, errors)).filter(([status]) => !(status in stated)),
    ),
  }
  const keys = [{ bearer: [] }, { apiKey: [] }]
  operation.security = access.as === 'anyone' ? [] : access.as === 'optional' ? [...keys, {}] : keys
  if (access.as !== 'anyone' && access.as !== 'optional') {
    const who = { key: 'an API key or a session token', session: 'a session token', admin: "an administrator's key" }[
      access.as
    ]
    operation.description = [
      operation.description,
      `Needs ${who}${access.oidc ? ", or a token of the operator's identity provider," : ''}${access.as === 'key' && access.permission !== 'none' ? ` with the permission \`${access.permission}\`` : ''}.`,
    ]
      .filter(Boolean)
      .join('\n\n')
  }
  for (const parameter of operation.parameters ?? []) {
    parameter.description ??= parameter.name
    // A schema's list of examples, which the plugin puts where a map of them would have to be.
    if (Array.isArray(parameter.examples)) {
      parameter.schema.examples = parameter.examples
      delete parameter.examples
    }
  }
}

/** `patternProperties` that match every name, as the plain form that client generators know. */
function plainRecords(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const record = schema as Json
  const any = record.patternProperties?.['^(.*)$']
  if (any) {
    record.additionalProperties = any
    delete record.patternProperties
  }
  Object.values(record).forEach(plainRecords)
}

const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', description: 'Stable; branch on this', examples: ['invalid_options'] },
        message: { type: 'string', description: 'What was wrong and what is allowed, for a person' },
        details: { type: 'object', additionalProperties: true },
      },
    },
  },
}

/** The OpenAPI 3.1 document of everything that is loaded: 3.1, because it takes JSON Schema as TypeBox writes it. */
export async function describeApi(
  described: readonly Described[],
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<Json> {
  const generated = await generate(described)
  for (const { plugin, scope } of described) {
    for (const route of new Set(scope.routes.map(({ path }) => documented(path)))) {
      for (const operation of Object.values<Json>(generated.paths[route] ?? {}))
        complete(operation, plugin.errors ?? {})
    }
  }
  plainRecords(generated.paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Weir',
      version,
      description:
        'A self-hosted web data service: fetches, renders and converts web pages. Answers carry `success`; a failure carries `error` with a `code`. Every answer has an `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: described.map(({ plugin }) => plugin.tag),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths: generated.paths,
    components: {
      schemas: { ...generated.components?.schemas, Error: errorSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (`wr_…`), or the token of a login' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`wr_…`)' },
      },
    },
  }
}
