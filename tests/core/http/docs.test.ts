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

describe('the OpenAPI document', () => {
  test('is valid by a public validator', async () => {
    await expect(validate(structuredClone(document))).resolves.toBeDefined()
  })

  test('has a summary, replies with descriptions and the security of each operation', () => {
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

  test('tells the failures of each operation', () => {
    const lacking = operations().filter(
      ([, operation]) =>
        operation.security.length > 0 &&
        !(operation.responses[401] && operation.responses[403] && operation.responses[500]),
    )
    expect(lacking.map(([name]) => name)).toEqual([])
  })

  test('takes JSON alone', () => {
    const others = operations().filter(
      ([, { requestBody }]) => requestBody && Object.keys(requestBody.content).join() !== 'application/json',
    )
    expect(others.map(([name]) => name)).toEqual([])
  })

  test('lists the engines that are installed', () => {
    const { engine } = document.paths['/v1/scrape'].post.requestBody.content['application/json'].schema.properties
    expect(engine.enum).toContain('lightweight')
  })

  test('describes every parameter of a scrape', () => {
    const { properties } = document.paths['/v1/scrape'].post.requestBody.content['application/json'].schema
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

  test('serves its own files alone', async () => {
    expect((await weir.get('/docs/package.json', { key: null })).status).toBe(404)
    expect((await weir.get('/docs/..%2fpackage.json', { key: null })).status).toBe(404)
  })
})
