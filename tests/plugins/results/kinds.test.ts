import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLValidator } from 'fast-xml-parser'
import { until } from '../../core/jobs/open-jobs.ts'
import { type Running, startWeir } from '../../weir.ts'
import { openGiven } from './open-given.ts'

let weir: Running
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response('<title>=1+1 "Kettle"</title><p>It whistles.</p>', { headers: { 'content-type': 'text/html' } }),
  })
  weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const page = () => `${site.url.origin}/page`
const schema = { type: 'object', properties: { title: { type: 'string' } } }
const starts: readonly (readonly [path: string, body: () => object, column: string])[] = [
  ['/v1/scrape', () => ({ urls: [page()] }), 'content'],
  ['/v1/batch', () => ({ urls: [page()], waitTime: 0 }), 'markdown'],
  ['/v1/crawl', () => ({ url: page(), maxPages: 1 }), 'content'],
  ['/v1/extract/batch', () => ({ urls: [page()], schema }), 'extractedData'],
  [
    '/v1/extract/domain',
    () => ({ domain: `127.0.0.1:${site.port}`, schema, options: { maxPages: 1 } }),
    'extractedData',
  ],
  [
    '/v1/ai-enrichment',
    () => ({ data: [{ email: 'a@nowhere.test' }], fields: [{ name: 'x', prompt: 'y' }] }),
    'enrichment_status',
  ],
]

test('jobs of every type are read, downloaded and exported in the same way', async () => {
  const ids: string[] = []
  for (const [path, body, column] of starts) {
    const { body: accepted } = await weir.post(path, body())
    const id = accepted.jobId ?? accepted.data.jobId
    await weir.ended(id)
    ids.push(id)
    const { data } = (await weir.get(`/v1/results/${id}`)).body
    expect([data.jobId, data.status, data.results.total]).toEqual([id, 'completed', data.results.items.length])
    const json = await weir.get(`/v1/results/${id}/download`)
    expect(json.body).toEqual(data.results.items)
    const [row] = parseCsv((await weir.get(`/v1/results/${id}/download?format=csv`)).text, { columns: true }) as Record<
      string,
      string
    >[]
    expect(Object.keys(row!)).toContain(column)
    const xml = await weir.get(`/v1/results/${id}/download?format=xml`)
    expect([XMLValidator.validate(xml.text), xml.text]).toEqual([true, expect.stringContaining(`<${column}`)])
  }
  const { text } = await weir.post('/v1/results/export', { jobIds: ids })
  const rows = parseCsv(text, { columns: true }) as Record<string, string>[]
  expect(new Set(rows.map(({ jobId }) => jobId))).toEqual(new Set(ids))
  expect(Object.keys(rows[0]!)).not.toContain('metadata')
  expect(rows[1]!.title).toBe(`'=1+1 "Kettle"`)
}, 120_000)

test('results can be read with a key for results, but not with one for other families', async () => {
  const { session } = await weir.user('pro')
  const keyWith = async (permissions: string[]) =>
    (await weir.post('/v1/auth/api-keys', { name: 'bounded', permissions }, { key: session })).body.data.key as string
  const unknown = 'job_01900000-0000-7000-8000-000000000000'
  const statuses = async (key: string) => [
    (await weir.get(`/v1/results/${unknown}`, { key })).status,
    (await weir.get(`/v1/results/${unknown}/download`, { key })).status,
    (await weir.post('/v1/results/export', { jobIds: [unknown] }, { key })).status,
  ]
  expect(await statuses(await keyWith(['scrape']))).toEqual([403, 403, 403])
  expect(await statuses(await keyWith(['results']))).toEqual([404, 404, 404])
})

test('expired results are not found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-results-'))
  const plans = JSON.stringify({ enterprise: { callsPerMinute: null } })
  const settings = { WEIR_DATA_DIR: folder, WEIR_RETENTION_DAYS: '30', WEIR_PLANS: plans }
  try {
    const before = await openGiven(settings)
    const id = await before.job([{ url: 'u' }])
    expect((await before.get(`/v1/results/${id}/download`)).body).toEqual([{ url: 'u' }])
    await before.close()
    const now = Date.now() + 31 * 86_400_000
    const after = await openGiven(settings, { clock: { now: () => now } })
    const key = before.adminKey
    const status = async (path: string) => (await after.get(path, { key })).status
    await until('the job to be gone', async () => (await status(`/v1/results/${id}`)) === 404, 20_000)
    expect(await status(`/v1/results/${id}/download`)).toBe(404)
    expect((await after.post('/v1/results/export', { jobIds: [id] }, { key })).status).toBe(404)
    await after.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
