import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hostileAddresses } from '../core/egress-rules/hostile-addresses.ts'
import { startWayback } from '../plugins/archive/archives/wayback.ts'
import { isSqlite } from '../store.ts'
import { type Running, startWeir } from '../weir.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
type Json = Record<string, any>

/** What must never be reached: on both loopback addresses, at a port that nothing opens. */
const reached: string[] = []
const trap = (hostname: string, port: number) =>
  Bun.serve({
    hostname,
    port,
    fetch(request) {
      reached.push(request.url)
      return new Response('<p>secret</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
const victim = trap('127.0.0.1', 0)
const victims = [victim]
try {
  victims.push(trap('::1', victim.port as number))
} catch {
  console.log('no IPv6 here: the forms of ::1 are refused untried')
}

/** Has no captures: an archive is asked about an address, and nobody goes there. */
const archive = startWayback([])

let weir: Running
let document: Json
beforeAll(async () => {
  weir = await startWeir({ WEIR_EGRESS_ALLOW: '', WEIR_WAYBACK_URL: archive.url })
  document = (await weir.get('/openapi.json')).body
})
afterAll(async () => {
  await weir.close()
  archive.stop()
  for (const server of victims) server.stop(true)
})

/** What a reference stands for. */
const resolve = (part: Json | undefined): Json | undefined => {
  const [kind, name] = part?.$ref?.split('/').slice(-2) ?? []
  return kind === undefined ? part : document.components[kind][name]
}

/** Where a body takes an address: a path of names, `[]` for the items of a list. */
function addressFields(given: Json | undefined, path: string[] = []): string[][] {
  const schema = resolve(given)
  const name = path.findLast((part) => part !== '[]') ?? ''
  if (schema?.type === 'string' && (schema.format === 'http-url' || /^(urls?|webhook|domain)$/.test(name)))
    return [path]
  if (schema?.items) return addressFields(schema.items, [...path, '[]'])
  return Object.entries((schema?.properties ?? {}) as Json).flatMap(([name, inner]) =>
    addressFields(inner, [...path, name]),
  )
}
const bodyWith = ([name, ...rest]: string[], value: string): unknown => {
  if (name === undefined) return value
  return name === '[]' ? [bodyWith(rest, value)] : { [name]: bodyWith(rest, value) }
}
const fields = () =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, { requestBody }]) =>
      addressFields(resolve(requestBody)?.content['application/json']?.schema).map((field) => ({
        method: method.toUpperCase(),
        path,
        field,
      })),
    ),
  )
test('the fields that take an address are found', () => {
  expect(fields().map(({ path, field }) => `${path} ${field.join('.')}`)).toEqual(
    expect.arrayContaining([
      '/v1/scrape url',
      '/v1/scrape urls.[]',
      '/v1/crawl url',
      '/v1/map url',
      '/v1/batch urls.[]',
    ]),
  )
})

/** Waits until no job of the account is under way. */
async function settled() {
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(100)) {
    const open = await Promise.all(
      ['queued', 'running'].map(
        async (status) => (await weir.get(`/v1/jobs?status=${status}&limit=1`)).body.data.jobs.length,
      ),
    )
    if (open.every((n) => n === 0)) return
  }
  throw new Error('Jobs are still under way')
}

test('no hostile form of an address, in any field that takes one, reaches a private listener', async () => {
  const forms = hostileAddresses(victim.port as number)
  expect(forms.length).toBeGreaterThan(60)
  const places = fields()
  expect(places.length).toBeGreaterThanOrEqual(3)
  const monitor = { name: 'a', url: 'https://example.com/', schedule: '0 0 1 1 *' }
  const { monitorId } = (await weir.post('/v1/monitors', monitor)).body.data
  const statuses = new Map<number, number>()
  const queue = places.flatMap((place) => forms.map(({ url }) => ({ ...place, url })))
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { status, text } = await weir.call(
        next.method,
        next.path.replace('{monitorId}', monitorId),
        bodyWith(next.field, next.url),
      )
      expect(text).not.toContain('secret')
      // Of these archives are asked, and a monitor keeps one until it is due.
      // The API of Firecrawl accepts jobs with 200.
      if (/^\/(v1\/(archive|monitors)|v2|firecrawl)\//.test(next.path)) continue
      if (status === 429 && !isSqlite) {
        // Jobs take longer there: as many as there may be are under way.
        queue.push(next)
        await Bun.sleep(200)
      } else statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 12 }, work))
  await settled()
  expect(reached).toEqual([])
  // They were refused for what they are: as requests, or within the jobs that were started.
  expect([...statuses.keys()].filter((status) => ![400, 202].includes(status))).toEqual([])
}, 120_000)
