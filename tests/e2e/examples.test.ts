import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../weir.ts'

let weir: Running
let site: ReturnType<typeof Bun.serve>
// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
let document: any
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response('<title>Kettles</title><p>All of copper.</p>', { headers: { 'content-type': 'text/html' } }),
  })
  weir = await startWeir({ WEIR_METERING: 'off' })
  document = (await weir.get('/openapi.json', { key: null })).body
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

/** The addresses of an example are public ones: the site of this test stands for them. */
const local = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/https:\/\/example\.(?:com|org)\//g, `http://127.0.0.1:${site.port}/`))

/** What an example is answered with that needs what this server or this caller does not have. */
const exceptions: Readonly<Record<string, number>> = {
  'POST /v1/auth/login': 401,
  'POST /v1/auth/oidc': 501,
}

test('every example of the document is taken as it stands', async () => {
  const user = await weir.user('enterprise')
  let sent = 0
  for (const [path, methods] of Object.entries<object>(document.paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      if (!requestBody) continue
      const body = document.components.requestBodies[requestBody.$ref.split('/').at(-1)]
      for (const [name, { value }] of Object.entries<{ value: unknown }>(body.content['application/json'].examples)) {
        const operation = `${method.toUpperCase()} ${path}`
        const to = path.replace('{userId}', user.id)
        const { status, body: answer } = await weir.call(method.toUpperCase(), to, local(value))
        const isTaken = exceptions[operation] === undefined ? status < 300 : status === exceptions[operation]
        // Without a browser on this machine there are no pictures, and without a language model no answers of one.
        const isFine = isTaken || /engine_unavailable|WEIR_LLM_URL/.test(JSON.stringify(answer))
        expect([operation, name, isFine ? 'taken' : answer]).toEqual([operation, name, 'taken'])
        expect([
          operation,
          name,
          answer.warnings?.filter((warning: string) => warning.includes('unknown')) ?? [],
        ]).toEqual([operation, name, []])
        sent++
      }
    }
  expect(sent).toBeGreaterThan(14)
}, 60_000)
