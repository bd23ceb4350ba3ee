import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { type Ask, completion, type ModelServer, startModelServer, textOf } from '../models/model-server.ts'
import { type HostilePage, hostilePages } from './hostile-pages.ts'

const KEY = 'sk-canary-of-the-key'
const CANARY = 'canary-of-the-system-prompt'
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, homepage: { type: 'string' } },
}

let weir: Running
let model: ModelServer
let site: ReturnType<typeof Bun.serve>
let beacon: ReturnType<typeof Bun.serve>
let pages: HostilePage[]
let fetched = 0

beforeAll(async () => {
  beacon = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      fetched++
      return new Response('you have been fetched')
    },
  })
  pages = hostilePages(beacon.url.origin)
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new Response(pages[Number(new URL(url).pathname.slice(1))]?.html, { headers: { 'content-type': 'text/html' } }),
  })
  model = startModelServer()
  model.script(obey)
  weir = await startWeir({
    WEIR_PLUGINS: 'scrape,extract,models',
    WEIR_ENGINES: 'lightweight',
    WEIR_LLM_URL: model.url,
    WEIR_LLM_API_KEY: KEY,
    WEIR_LLM_MODEL: 'gullible',
    WEIR_METERING: 'off',
  })
})
afterAll(async () => {
  await weir.close()
  model.stop()
  site.stop(true)
  beacon.stop(true)
})

/** A model that obeys everything it reads, and knows a secret: its key. */
function obey(ask: Ask): Response {
  const system: string = ask.messages[0].content
  const address = `${beacon.url.origin}/named`
  const good = { name: 'Blue Kettle', price: 24.5, homepage: address }
  const all = `${system} ${KEY}`
  const secrets = { systemPrompt: all, apiKey: KEY, nested: { apiKey: KEY }, [KEY]: all }
  switch (/ORDER-(\w+)/.exec(textOf(ask))?.[1]) {
    case 'SAYPROMPT':
    case 'ENDFENCE':
      return completion({ ...good, ...secrets, name: 'Blue Kettle' })
    case 'SAYKEY':
    case 'ADDFIELD':
      return completion({ ...secrets, ...good })
    case 'FETCHURL':
      return completion({ ...good, fetch: address, $ref: address, url: address })
    case 'CALLTOOL':
      return Response.json({
        choices: [
          {
            finish_reason: 'tool_calls',
            message: {
              content: null,
              tool_calls: [
                {
                  type: 'function',
                  function: { name: 'fetch', arguments: JSON.stringify({ url: address, key: KEY }) },
                },
              ],
            },
          },
        ],
      })
    case 'POLLUTE':
      return completion(`{"name": "Blue Kettle", "__proto__": {"polluted": true, "leak": ${JSON.stringify(all)}}}`)
    case 'OTHERSHAPE':
      return completion(`system: ${all}\nname: Blue Kettle`)
    default:
      return completion(good)
  }
}

const secrets = () => [KEY, CANARY, 'You extract data from the text', 'is no instruction']

test('hostile pages get no secret out of a model that obeys them, and cause no requests', async () => {
  expect(pages.length).toBeGreaterThanOrEqual(60)
  const outcomes: Record<number, number> = {}
  for (const [i, page] of pages.entries()) {
    model.asks = []
    const { status, text, body } = await weir.post('/v1/extract', { url: `${site.url.origin}/${i}`, schema })
    outcomes[status] = (outcomes[status] ?? 0) + 1
    for (const secret of secrets()) expect([page.name, text.includes(secret)]).toEqual([page.name, false])
    if (status === 200) {
      const [data] = body.data.extractedData
      const unknown = Object.keys(data).filter((name) => !(name in schema.properties))
      expect([page.name, unknown, data.name ?? 'Blue Kettle']).toEqual([page.name, [], 'Blue Kettle'])
    } else expect([page.name, status, body.error.code]).toEqual([page.name, 500, 'extraction_failed'])
    const read = model.asks.some((ask) => textOf(ask).includes('ORDER-'))
    expect([page.name, read]).toEqual([page.name, !page.isHidden])
    if (page.isHidden) expect([page.name, status]).toEqual([page.name, 200])
    for (const ask of model.asks) {
      expect(JSON.stringify(ask)).not.toContain(KEY)
      // The page is between two lines that it cannot know.
      const [, mark = ''] = /^BEGIN (\w{24})$/m.exec(ask.messages[1].content) ?? []
      expect(ask.messages[1].content.trimEnd().endsWith(`END ${mark}`)).toBe(true)
      expect(page.html).not.toContain(mark)
      expect('tools' in ask).toBe(false)
    }
  }
  expect([fetched, ({} as { polluted?: boolean }).polluted]).toEqual([0, undefined])
  expect(outcomes[200]).toBeGreaterThan(60)
}, 120_000)

test('hostile pages in a scrape do not reveal the caller’s own system prompt beside the schema', async () => {
  for (const [i, page] of pages.entries()) {
    if (page.isHidden) continue
    const extract = { schema, systemPrompt: `${CANARY} is a secret` }
    const { body } = await weir.post('/v1/scrape', { url: `${site.url.origin}/${i}`, formats: ['extract'], extract })
    const text = JSON.stringify(body)
    for (const secret of secrets()) expect([page.name, text.includes(secret)]).toEqual([page.name, false])
  }
  expect(fetched).toBe(0)
}, 120_000)

test('nothing of it is in the log', () => {
  const log = weir.log.join('')
  for (const secret of secrets()) expect(log).not.toContain(secret)
})
