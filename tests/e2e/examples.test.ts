import { afterAll, beforeAll, expect, test } from 'bun:test'
import { capture } from '../plugins/archive/archives/held.ts'
import type { ArchiveServer } from '../plugins/archive/archives/server.ts'
import { startWayback } from '../plugins/archive/archives/wayback.ts'
import { type Running, startWeir } from '../weir.ts'

let weir: Running
let site: ReturnType<typeof Bun.serve>
let archive: ArchiveServer
let ids: Record<'userId' | 'jobId' | 'monitorId' | 'sessionId', string>
// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
let document: any
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response('<title>Kettles</title><p>All of copper.</p>', { headers: { 'content-type': 'text/html' } }),
  })
  archive = startWayback([capture('20210317120000', { url: site.url.href })])
  weir = await startWeir({ WEIR_METERING: 'off', WEIR_WAYBACK_URL: archive.url })
  document = (await weir.get('/openapi.json', { key: null })).body
  const { id: userId } = await weir.user('enterprise')
  const { jobId } = (await weir.post('/v1/batch', { urls: [site.url.href] })).body
  await weir.ended(jobId)
  const monitor = { name: 'Kettles', url: site.url.href, schedule: '0 6 * * *' }
  const { monitorId } = (await weir.post('/v1/monitors', monitor)).body.data
  const { key } = await weir.user('free')
  const { sessionId } = (await weir.post('/v1/billing/checkout', { plan: 'pro', billingPeriod: 'monthly' }, { key }))
    .body.data
  ids = { userId, jobId, monitorId, sessionId }
})
afterAll(async () => {
  await weir.close()
  archive.stop()
  site.stop(true)
})

/** Examples use public addresses and made-up jobs; this replaces them by those of the test. */
const local = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/https:\/\/example\.(?:com|org)\//g, site.url.href)
      .replaceAll(/job_[0-9a-f-]{36}/g, ids.jobId),
  )

/** The responses to examples that need something this server or caller does not have. */
const exceptions: Readonly<Record<string, number>> = {
  'POST /v1/auth/login': 401,
  'POST /v1/auth/oidc': 501,
  'PUT /v1/account/password': 400,
}

test('every example in the document is accepted as it is', async () => {
  let sent = 0
  for (const [path, methods] of Object.entries<object>(document.paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      // A body that is signed byte by byte has no JSON example.
      if (!requestBody || requestBody.content?.['*/*']) continue
      const body = document.components.requestBodies[requestBody.$ref.split('/').at(-1)]
      for (const [name, { value }] of Object.entries<{ value: unknown }>(body.content['application/json'].examples)) {
        const operation = `${method.toUpperCase()} ${path}`
        const to = path.replace(/\{(userId|jobId|monitorId|sessionId)\}/, (_, name: keyof typeof ids) => ids[name])
        const { status, body: answer } = await weir.call(method.toUpperCase(), to, local(value))
        const isTaken = exceptions[operation] === undefined ? status < 300 : status === exceptions[operation]
        // Without a browser on this machine there are no screenshots, and without a language model none of its
        // answers.
        const isFine = isTaken || /engine_unavailable|WEIR_LLM_URL/.test(JSON.stringify(answer))
        expect([operation, name, isFine ? 'taken' : answer]).toEqual([operation, name, 'taken'])
        expect([
          operation,
          name,
          answer?.warnings?.filter((warning: string) => warning.includes('unknown')) ?? [],
        ]).toEqual([operation, name, []])
        sent++
      }
    }
  expect(sent).toBeGreaterThan(14)
}, 120_000)
