import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hostileAddresses } from '../core/egress-rules/hostile-addresses.ts'
import { startWayback } from '../plugins/archive/archives/wayback.ts'
import { isSqlite } from '../store.ts'
import { type Running, startWeir } from '../weir.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document that is read by name
type Json = Record<string, any>

/** Requests to the address that must never be reached: both loopback addresses, at a port that no rule allows. */
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

/** Has no captures: an archive is only asked about an address, and never fetches it. */
const archive = startWayback([])
/** The only address that may be fetched, so that each body is valid except for the hostile address in it. */
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response('<title>A page</title><p>Some text.', { headers: { 'content-type': 'text/html' } }),
})

let weir: Running
let document: Json
beforeAll(async () => {
  weir = await startWeir({
    WEIR_EGRESS_ALLOW: `127.0.0.1:${site.port}`,
    WEIR_WAYBACK_URL: archive.url,
    WEIR_METERING: 'off',
  })
  document = (await weir.get('/openapi.json')).body
})
afterAll(async () => {
  await weir.close()
  archive.stop()
  for (const server of [site, ...victims]) server.stop(true)
})

/** The target of a reference. */
const resolve = (part: Json | undefined): Json | undefined => {
  const [kind, name] = part?.$ref?.split('/').slice(-2) ?? []
  return kind === undefined ? part : document.components[kind][name]
}

/** The fields of a body that take an address: each a path of names, with `[]` for the items of a list. */
function addressFields(given: Json | undefined, path: string[] = []): string[][] {
  const schema = resolve(given)
  const name = path.findLast((part) => part !== '[]') ?? ''
  if (schema?.type === 'string' && (schema.format === 'http-url' || /^(urls?|webhook|domain)$/.test(name)))
    return [path]
  if (schema?.anyOf) return schema.anyOf.flatMap((one: Json) => addressFields(one, path))
  if (schema?.items) return addressFields(schema.items, [...path, '[]'])
  return Object.entries((schema?.properties ?? {}) as Json).flatMap(([name, inner]) =>
    addressFields(inner, [...path, name]),
  )
}

/** A body with an address in one of its fields. */
function bodyWith(body: unknown, [name, ...rest]: readonly string[], address: string): unknown {
  if (name === undefined) return address
  if (name === '[]') return [bodyWith(Array.isArray(body) ? body[0] : undefined, rest, address)]
  const fields = typeof body === 'object' && body !== null ? (body as Json) : {}
  return { ...fields, [name]: bodyWith(fields[name], rest, address) }
}

/** The document's own example, with this site in place of others, and a schedule that never falls due. */
const exampleOf = (operation: Json): Json => {
  const [example] = Object.values(resolve(operation.requestBody)?.content['application/json'].examples as Json)
  const text = JSON.stringify(example.value)
    .replaceAll(/@example\.(com|org)/g, '@weir.invalid')
    .replaceAll(/https?:\/\/example\.(com|org)/g, site.url.origin)
    .replaceAll(/"example\.(com|org)"/g, `"${site.url.host}"`)
    .replaceAll(/"schedule":"[^"]*"/g, '"schedule":"0 0 1 1 *"')
  return JSON.parse(text)
}

interface Place {
  method: string
  path: string
  field: string[]
  body: Json
}
const places = (): Place[] =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, operation]) =>
      addressFields(resolve(operation.requestBody)?.content['application/json']?.schema).map((field) => ({
        method: method.toUpperCase(),
        path,
        field,
        // A webhook is not sent for a single page.
        body: {
          ...exampleOf(operation),
          ...(field[0] === 'webhook' && path === '/v1/scrape' && { urls: [site.url.href] }),
        },
      })),
    ),
  )
/** Whether the address receives notifications instead of being fetched. */
const isReceiver = ({ path, field }: Place) =>
  path === '/v1/webhooks/test' || field.some((name) => /^(webhook|notifications)$/.test(name))

test('the fields that take an address are found', () => {
  expect(places().map(({ path, field }) => `${path} ${field.join('.')}`)).toEqual(
    expect.arrayContaining([
      '/v1/scrape url',
      '/v1/scrape urls.[]',
      '/v1/crawl url',
      '/v1/map url',
      '/v1/batch urls.[]',
      '/v1/crawl webhook',
      '/v1/crawl webhook.url',
      '/v1/monitors options.notifications.ntfy.url',
      '/v2/crawl webhook.url',
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

const ask = ({ method, path, field, body }: Place, monitorId: string, address: string) =>
  weir.call(method, path.replace('{monitorId}', monitorId), bodyWith(body, field, address))
const newMonitor = async () =>
  (await weir.post('/v1/monitors', { name: 'a', url: site.url.href, schedule: '0 0 1 1 *' })).body.data.monitorId

test('an allowed address is refused in none of them', async () => {
  const monitorId = await newMonitor()
  const refused: string[] = []
  for (const place of places()) {
    const address = place.field.at(-1) === 'domain' ? site.url.host : `${site.url.origin}/topic`
    const { status } = await ask(place, monitorId, address)
    // An archive without captures, and services that are not configured here.
    if (status >= 400 && status !== 404 && status !== 501)
      refused.push(`${place.method} ${place.path} ${place.field.join('.')}: ${status}`)
  }
  await settled()
  expect(refused).toEqual([])
}, 120_000)

test('no hostile form of an address, in any field that takes one, reaches a private listener', async () => {
  const forms = hostileAddresses(victim.port as number)
  expect(forms.length).toBeGreaterThan(60)
  const monitorId = await newMonitor()
  const wrong: string[] = []
  // Each field gets a third of the forms, another third than the next, and each form comes to a third of the fields.
  // That each form is refused by itself, `tests/core/fetch/hostile.test.ts` tries.
  const queue = places().flatMap((place, i) =>
    forms.filter((_, j) => (i + j) % 3 === 0).map(({ url }) => ({ place, url })),
  )
  expect(queue.length).toBeGreaterThan(20 * 50)
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { place, url } = next
      const { status, text } = await ask(place, monitorId, url)
      expect(text).not.toContain('secret')
      if (status === 429 && !isSqlite) {
        // Jobs take longer on Postgres: as many as allowed are under way.
        queue.push(next)
        await Bun.sleep(200)
        continue
      }
      // They are refused by their form: as requests, or within the jobs they started. Archives are asked about some,
      // a
      // monitor keeps one until it is due, and the API of Firecrawl accepts jobs with 200.
      const isKept = !isReceiver(place) && /^\/(v1\/(archive|monitors)|v2|firecrawl)\//.test(`${place.path}/`)
      const allowed = isReceiver(place) ? [400] : isKept ? [200, 201, 202, 400, 404, 501, 502] : [400, 202]
      if (!allowed.includes(status))
        wrong.push(`${place.method} ${place.path} ${place.field.join('.')} ${url}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 12 }, work))
  await settled()
  expect(reached).toEqual([])
  expect(wrong).toEqual([])
}, 120_000)
