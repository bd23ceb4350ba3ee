import { type AnyElysia, Elysia } from 'elysia'
import type { Plugin, Tag } from '../../contracts/plugin.ts'
import { errorSchema } from './failures.ts'
import type { Json } from './json.ts'
import { moveNamedBodies, moveNamedSchemas } from './named-schemas.ts'
import { completeOperation } from './operation.ts'

/** One plugin and its routes, for the document. */
export interface Described {
  plugin: Plugin
  scope: AnyElysia
}

/** `/v1/jobs/{id}` of `/v1/jobs/:id`. */
const documented = (path: string) => path.replace(/:([A-Za-z_]+)\??/g, '{$1}')

const path = '/'

/** Elysia's routes as an OpenAPI 3.0 document. Only this function uses the Swagger plugin. */
async function generate(described: readonly Described[]): Promise<Json> {
  // Loaded when the document is first asked for, to keep the start fast.
  const { swagger } = await import('@elysiajs/swagger')
  const app = described.reduce<AnyElysia>(
    (whole, { scope }) => whole.use(scope),
    new Elysia().use(swagger({ path, specPath: `${path}json`, excludeStaticFile: false })),
  )
  return (await app.handle(new Request(`http://localhost${path}json`))).json()
}

/**
 * Replaces `patternProperties` that match every name by `additionalProperties`, which client generators support, and
 * drops the mark of fields that are stored encrypted, which strict validators refuse.
 */
function standardise(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const record = schema as Json
  if (record.secret === true) delete record.secret
  const any = record.patternProperties?.['^(.*)$']
  if (any) {
    record.additionalProperties = any
    delete record.patternProperties
  }
  Object.values(record).forEach(standardise)
}

/** The place of a group that states none. */
const ANYWHERE = 500

const orderOf = ({ order = ANYWHERE }: Tag) => order

/** The tags of all plugins, in the order in which a newcomer needs them. */
const tagsOf = (described: readonly Described[]): Tag[] =>
  described
    .flatMap(({ plugin: { tag, moreTags = [] } }) => [tag, ...moreTags])
    // Several plugins may have routes with the same tag.
    .filter(({ name }, at, all) => all.findIndex((tag) => tag.name === name) === at)
    .sort((a, b) => orderOf(a) - orderOf(b))

/** Sorts paths by the order of their tags, then of their plugins, and drops the slash at the end of a mount. */
function inOrder(paths: Json, described: readonly Described[]): Json {
  const names = tagsOf(described).map(({ name }) => name)
  const placeOf = (operations: Json) =>
    Math.min(...Object.values<Json>(operations).map(({ tags = [] }) => names.indexOf(tags[0])))
  const orders = new Map(
    described.flatMap(({ plugin, scope }) =>
      scope.routes.map(({ path }) => [documented(path), orderOf(plugin.tag)] as const),
    ),
  )
  const plain = Object.entries<Json>(paths).map(
    ([path, operations]) => [path.replace(/(.)\/$/, '$1'), operations, orders.get(path) ?? ANYWHERE] as const,
  )
  const sorted = plain.sort(([, a, x], [, b, y]) => placeOf(a) - placeOf(b) || x - y)
  return Object.fromEntries(sorted.map(([path, operations]) => [path, operations]))
}

/** The OpenAPI document of everything that is loaded. It is 3.1, which accepts JSON Schema as TypeBox writes it. */
export async function describeApi(
  described: readonly Described[],
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<Json> {
  const generated = await generate(described)
  // OpenAPI cannot describe wildcard paths.
  for (const route of Object.keys(generated.paths)) if (route.includes('*')) delete generated.paths[route]
  for (const { plugin, scope } of described) {
    for (const route of new Set(scope.routes.map(({ path }) => documented(path)))) {
      for (const [method, operation] of Object.entries<Json>(generated.paths[route] ?? {}))
        completeOperation(operation, { method, path: route, errors: plugin.errors ?? {} })
    }
  }
  standardise(generated.paths)
  const schemas: Json = { ...generated.components?.schemas, Error: errorSchema }
  const requestBodies: Json = {}
  moveNamedBodies(generated.paths, requestBodies)
  const paths = moveNamedSchemas(inOrder(generated.paths, described), schemas)
  const operations = Object.values(paths as Json).flatMap((path) => Object.values<Json>(path as Json))
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Weir',
      version,
      description:
        'A self-hosted web data service: fetches, renders and converts web pages. Responses have `success`; errors have `error` with a `code`, unless an operation shows another form. Every response has an `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(described)
      // A plugin may have only pages, which are not part of the document.
      .filter(({ name }) => used.has(name))
      .map(({ name, description }) => ({ name, description })),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas,
      requestBodies: moveNamedSchemas(requestBodies, schemas),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (`wr_…`), or a session token' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`wr_…`)' },
      },
    },
  }
}
