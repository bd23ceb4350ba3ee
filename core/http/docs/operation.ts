import type { ErrorRules } from '../../errors.ts'
import type { RouteRequirements } from '../scope/access.ts'
import { failuresOf } from './failures.ts'
import type { Json } from './json.ts'

const whole = (description: string) => ({ description, schema: { type: 'integer' } })

const rateHeaders = {
  'X-RateLimit-Limit': whole('Requests allowed in the window'),
  'X-RateLimit-Remaining': whole('Requests left in the window'),
  'X-RateLimit-Reset': whole('Unix time in seconds when the window resets'),
}

/** Headers of temporary refusals, by status. */
const retryHeaders: Json = {
  429: {
    ...rateHeaders,
    'X-RateLimit-Retry-After': whole('Seconds to wait before the next request'),
    'Retry-After': whole('The same'),
  },
  503: { 'Retry-After': whole('Seconds to wait before the next request, with `service_unavailable`') },
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const verbs: Json = { get: 'get', post: 'create', put: 'update', patch: 'update', delete: 'delete' }

/** `createTitles` of `POST /v1/titles`, for a route that names no `operationId`. */
function defaultId(method: string, path: string): string {
  const words = path
    .replace(/^\/v1\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return (verbs[method] ?? method) + words.map(capitalised).join('')
}

/**
 * Completes one operation: its id, its tag, JSON bodies with examples, and the failures and headers that all routes
 * share.
 */
export function completeOperation(operation: Json, { method, path, errors }: Place): void {
  const access: RouteRequirements = operation['x-access']
  delete operation['x-access']
  if (isGenerated(operation.operationId, method)) operation.operationId = defaultId(method, path)
  // A route's own tag comes after its plugin's.
  operation.tags = operation.tags?.slice(-1)
  takeJsonAlone(operation.requestBody)
  if (access.rawBody) operation.requestBody = rawBody
  for (const [status, reply] of Object.entries<Json>(operation.responses)) {
    takeComposed(reply)
    takeJsonAlone(reply)
    // The Swagger plugin writes the variants of a reply next to its schema, where they do not belong.
    delete reply.anyOf
    reply.description ??= SUCCESSES[status] ?? (Number(status) < 300 ? 'Done' : 'Refused')
    if (access.limit !== undefined) reply.headers = rateHeaders
  }
  nameBodies(operation)
  giveExamples(operation)
  const takesKey = method === 'post' && access.idempotent
  const readsBody = operation.requestBody !== undefined || ['post', 'put', 'patch'].includes(method)
  const failures = failuresOf(operation, access, errors, { own: operation['x-failures'], takesKey, readsBody })
  for (const status of Object.keys(retryHeaders)) if (failures[status]) failures[status].headers = retryHeaders[status]
  operation.responses = { ...failures, ...operation.responses }
  delete operation['x-failures']
  stateAccess(operation, access)
  describeParameters(operation)
  if (takesKey) addParameter(operation, idempotencyKey)
}

/** Descriptions of successes other than `Done`. */
const SUCCESSES: Readonly<Record<string, string>> = {
  201: 'Created',
  202: 'Accepted: continues in the background',
}

/** A body that the route reads as raw bytes. */
const rawBody = { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }

interface Place {
  method: string
  path: string
  errors: ErrorRules
}

/** Elysia's own ids begin with the method and the prefix, as `postV1Titles` does. */
const isGenerated = (id: string | undefined, method: string) => id === undefined || id.startsWith(`${method}V1`)

function takeJsonAlone(part: Json | undefined): void {
  const json = part?.content?.['application/json']
  if (part && json && part.content['multipart/form-data']) part.content = { 'application/json': json }
}

/** The Swagger plugin mistakes a composed schema for the reply itself. */
function takeComposed(reply: Json): void {
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    if (reply[name] === undefined) continue
    reply.content = { 'application/json': { schema: { [name]: reply[name] } } }
    delete reply[name]
  }
}

/** Bodies and replies are named after their operation, unless their schema has a title of its own. */
function nameBodies({ operationId, requestBody, responses }: Json): void {
  const name = capitalised(operationId)
  const title = (part: Json | undefined, kind: string) => {
    const schema = part?.content?.['application/json']?.schema
    if (schema && schema.$ref === undefined) schema.title ??= `${name}${kind}`
  }
  title(requestBody, 'Body')
  const isAlone = Object.keys(responses).filter((status) => status < '300').length === 1
  for (const [status, reply] of Object.entries<Json>(responses))
    if (status < '300') title(reply, status === '202' && !isAlone ? 'Accepted' : 'Reply')
}

/**
 * Moves a route's `x-examples`, bodies by their summary, to where tools look first: next to the schema.
 */
function giveExamples(operation: Json): void {
  const examples: Json | undefined = operation['x-examples']
  delete operation['x-examples']
  const media = operation.requestBody?.content?.['application/json']
  if (!examples || !media) return
  media.examples = Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      { summary, value },
    ]),
  )
}

function stateAccess(operation: Json, access: RouteRequirements): void {
  const keys = [{ bearer: [] }, { apiKey: [] }]
  operation.security = access.as === 'anyone' ? [] : access.as === 'optional' ? [...keys, {}] : keys
  if (access.as === 'anyone' || access.as === 'optional') return
  const who = {
    key: 'an API key or a session token',
    session: "a session token or an administrator's key",
    admin: "an administrator's key",
  }[access.as]
  const identity = access.oidc ? ", or a token of the operator's identity provider," : ''
  const permission =
    access.as !== 'key' || access.permission === 'none'
      ? ''
      : access.permission === 'any'
        ? ' with any permission'
        : ` with the permission \`${access.permission}\``
  operation.description = [operation.description, `Needs ${who}${identity}${permission}.`].filter(Boolean).join('\n\n')
}

/** Source: decisions 4.6. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes the request safe to retry: for 24 hours, the same key and body return the first response',
  schema: { type: 'string', maxLength: 255 },
}

const addParameter = (operation: Json, parameter: Json) => {
  operation.parameters = [...(operation.parameters ?? []), parameter]
}

function describeParameters(operation: Json): void {
  for (const parameter of operation.parameters ?? []) {
    parameter.description ??=
      parameter.in === 'path' ? parameter.name.replace(/^(.+)Id$/, 'Id of the $1') : parameter.name
    // The Swagger plugin puts a schema's list of examples where OpenAPI expects a map.
    if (Array.isArray(parameter.examples)) {
      parameter.schema.examples = parameter.examples
      delete parameter.examples
    }
  }
}
