import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { validate } from '@apidevtools/swagger-parser'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
let document: any
beforeAll(async () => {
  weir = await startWeir()
  document = (await weir.get('/openapi.json', { key: null })).body
})
afterAll(() => weir.close())

/** Every operation with its name. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const operations = (): [string, any][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]): [string, unknown] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

/** The schema of a body or response, with its reference resolved. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const contentOf = (part: any) =>
  (part?.$ref === undefined ? part : document.components.requestBodies[part.$ref.split('/').at(-1)])?.content?.[
    'application/json'
  ]

/** The schema of an operation's body. */
const bodyOf = (name: string) => {
  const [, operation] = operations().find(([other]) => other === name)!
  return contentOf(operation.requestBody).schema
}

describe('the OpenAPI document', () => {
  test('is accepted by a public validator', async () => {
    await expect(validate(structuredClone(document))).resolves.toBeDefined()
  })

  test('describes the values of records in the way that client generators know', () => {
    expect(JSON.stringify(document)).not.toContain('patternProperties')
    expect(JSON.stringify(document)).toContain('"additionalProperties":{')
  })

  test('has only keywords of JSON Schema in its schemas, as strict validators refuse others', () => {
    const known = `$ref type title description default deprecated enum const anyOf oneOf allOf items properties required
      additionalProperties minimum maximum minLength maxLength minItems maxItems minProperties maxProperties pattern
      uniqueItems format examples example readOnly writeOnly contentMediaType`.split(/\s+/)
    /** The other keywords of a schema and of those within it. */
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const others = (schema: any): string[] => {
      if (typeof schema !== 'object' || schema === null) return []
      const { anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema
      const inner = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties), items, additionalProperties]
      const own = Object.keys(schema).filter((keyword) => !known.includes(keyword) && !keyword.startsWith('x-'))
      return [...own, ...inner.flatMap(others)]
    }
    const wrong = Object.entries(document.components.schemas).map(([name, schema]) => [name, others(schema)])
    expect(wrong.filter(([, keywords]) => keywords?.length)).toEqual([])
    for (const [name, operation] of operations())
      for (const part of [operation.requestBody, ...Object.values(operation.responses)])
        expect([name, others(contentOf(part)?.schema)]).toEqual([name, []])
  })

  test('has a summary, described responses and the security of each operation', () => {
    const wrong = operations().filter(([, operation]) => {
      const replies = Object.values(operation.responses as Record<string, { description?: string }>)
      return (
        !operation.summary ||
        !operation.security ||
        replies.length === 0 ||
        replies.some(({ description }) => !description)
      )
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test('lists the failures of each operation', () => {
    const lacking = operations().filter(
      ([, operation]) =>
        operation.security.length > 0 &&
        !(operation.responses[401] && operation.responses[403] && operation.responses[500]),
    )
    expect(lacking.map(([name]) => name)).toEqual([])
  })

  test('accepts only JSON, except for files and bodies that are signed byte by byte', () => {
    const others = operations().filter(([, { requestBody }]) => requestBody && requestBody.$ref === undefined)
    expect(others.map(([name]) => name)).toEqual([
      'POST /v2/parse',
      'POST /firecrawl/v1/parse',
      'POST /v1/billing/webhooks/stripe',
    ])
    const types = Object.values<{ content: object }>(document.components.requestBodies).map(({ content }) =>
      Object.keys(content).join(),
    )
    expect(new Set(types)).toEqual(new Set(['application/json']))
  })

  test('gives each operation a unique name: a verb and what it works on', () => {
    const ids = operations().map(([, { operationId }]) => operationId as string)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^(?:[a-z]+[A-Z]|log(?:in|out))/.test(id) || id.includes('V1'))).toEqual([])
  })

  test('gives each operation one group, and puts the groups a new user needs first', () => {
    const groups = document.tags.map(({ name }: { name: string }) => name)
    expect(groups).toEqual([
      'Scrape',
      'Crawl',
      'Map',
      'Search',
      'Extract',
      'Enrichment',
      'Jobs',
      'Archive',
      'Monitors',
      'Results',
      'Webhooks',
      'Firecrawl',
      'Capabilities',
      'Account',
      'Analytics',
      'Billing',
      'Administration',
    ])
    const wrong = operations().filter(([, { tags }]) => tags.length !== 1 || !groups.includes(tags[0]))
    expect(wrong.map(([name]) => name)).toEqual([])
    expect(Object.keys(document.paths)[0]).toBe('/v1/scrape')
  })

  test('names every response and record', () => {
    /** Objects of more than five fields that have no name. */
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const unnamed = (schema: any): number => {
      if (typeof schema !== 'object' || schema === null) return 0
      const own = Object.keys(schema.properties ?? {}).length > 5 ? 1 : 0
      return (
        own +
        [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items].reduce(
          (sum: number, part) => sum + unnamed(part),
          0,
        )
      )
    }
    for (const [name, operation] of operations())
      for (const part of Object.values(operation.responses))
        expect([name, unnamed(contentOf(part)?.schema)]).toEqual([name, 0])
    for (const [name, { properties = {} }] of Object.entries<{ properties?: object }>(document.components.schemas))
      expect([name, Object.values(properties).reduce((sum, part) => sum + unnamed(part), 0)]).toEqual([name, 0])
  })

  test('has an example for each body', () => {
    const lacking = operations().filter(([, { requestBody }]) => {
      const content = contentOf(requestBody)
      return content !== undefined && Object.keys(content.examples ?? {}).length === 0
    })
    expect(lacking.map(([name]) => name)).toEqual([])
  })

  test('lists the installed engines', () => {
    const { engine } = bodyOf('POST /v1/scrape').properties
    expect(engine.enum).toContain('lightweight')
  })

  test('describes every parameter of a scrape', () => {
    const { properties } = bodyOf('POST /v1/scrape')
    expect(Object.keys(properties).length).toBeGreaterThan(40)
  })
})

describe('the documentation page', () => {
  test('loads nothing from elsewhere', async () => {
    const page = await weir.get('/docs', { key: null })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/https?:\/\//)
    for (const [, path] of page.text.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)) {
      const file = await weir.get(path as string, { key: null })
      expect([path, file.status]).toEqual([path, 200])
    }
  })

  test('serves only its own files', async () => {
    expect((await weir.get('/docs/package.json', { key: null })).status).toBe(404)
    expect((await weir.get('/docs/..%2fpackage.json', { key: null })).status).toBe(404)
  })
})
