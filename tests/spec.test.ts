import { beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from './spec/endpoints.ts'
import type { Endpoint, Parameter } from './spec/parameter.ts'
import { type Running, startWeir } from './weir.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
type Json = Record<string, any>

let document: Json
let weir: Running
beforeAll(async () => {
  weir = await startWeir()
  document = (await weir.get('/openapi.json')).body
  return () => weir.close()
})

/** The target of a reference. */
const resolve = (part: Json | undefined): Json | undefined => {
  const [kind, name] = part?.$ref?.split('/').slice(-2) ?? []
  return kind === undefined ? part : document.components[kind][name]
}

/** The schema of a dotted path within a body. */
const schemaAt = (body: Json | undefined, path: string) =>
  path.split('.').reduce<Json | undefined>((schema, name) => resolve(schema?.properties?.[name]), body)

function breaches(
  schema: Json | undefined,
  path: string,
  parameter: Parameter,
  requiredNames: readonly string[],
): string[] {
  if (!schema) return [`${path} is missing`]
  // The type of a nullable field is its other type.
  const { type: stated } = resolve(schema.anyOf?.find((one: Json) => one.type !== 'null')) ?? schema
  const type = stated === 'integer' ? 'number' : stated
  const expected: [string, unknown, unknown][] = [
    ['type', parameter.type, type],
    ['default', parameter.default, schema.default],
    ['minimum', parameter.minimum, schema.minimum],
    ['maximum', parameter.maximum, schema.maximum],
    ['maxLength', parameter.maxLength, schema.maxLength],
    ['maxItems', parameter.maxItems, schema.maxItems],
    [
      'values',
      parameter.values && [...parameter.values, ...(parameter.added ?? [])],
      schema.enum ?? schema.items?.enum,
    ],
  ]
  return [
    ...expected
      .filter(([, wanted, got]) => wanted !== undefined && !Bun.deepEquals(wanted, got))
      .map(([what, wanted, got]) => `${path}: ${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(got)}`),
    ...(parameter.required && !requiredNames.includes(path) ? [`${path} should be required`] : []),
  ]
}

function check({ method, path, body = {}, query = [] }: Endpoint): string[] {
  const operation: Json | undefined = document.paths[path]?.[method]
  if (!operation) return ['is not there']
  const schema = resolve(resolve(operation.requestBody)?.content['application/json'].schema)
  const parameters: string[] = (operation.parameters ?? []).map(({ name }: { name: string }) => name)
  return [
    ...Object.entries(body).flatMap(([name, parameter]) =>
      breaches(schemaAt(schema, name), name, parameter, schema?.required ?? []),
    ),
    ...query.filter((name) => !parameters.includes(name)).map((name) => `the query has no ${name}`),
  ]
}

describe('the OpenAPI document', () => {
  for (const endpoint of endpoints) {
    const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`
    test(`${name} has the parameters, bounds and defaults of the specification`, () =>
      expect(check(endpoint)).toEqual([]))
  }
})
