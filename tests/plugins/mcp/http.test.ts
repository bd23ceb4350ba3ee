import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, generations, type Opened, openMcp } from './open.ts'

let opened: Opened
let key: string
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,map,crawl,mcp' })
  key = (await opened.user('pro')).key
})
afterAll(() => opened.close())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const post = (path: string, body: unknown = list, headers: Record<string, string> = {}) =>
  fetch(opened.origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const codeOf = async (answer: Response) => (await answer.json()).error.code

describe('a client without a key', () => {
  test('is told to send one before anything else, and not to sign in', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await fetch(`${opened.origin}/mcp`, { method })
      expect([method, answer.status, answer.headers.get('www-authenticate')]).toEqual([method, 401, 'Bearer'])
    }
    for (const name of [
      'protected-resource',
      'protected-resource/mcp',
      'protected-resource/mcp/oauth',
      'authorization-server',
    ])
      expect((await fetch(`${opened.origin}/.well-known/oauth-${name}`)).status).toBe(404)
    expect((await post('/mcp/oauth')).status).toBe(404)
  })

  for (const generation of generations)
    test(`gets 401 in ${generation} if its key is wrong`, async () => {
      const wrong = connect(generation, `${opened.origin}/mcp`, 'Bearer wr_12345_1234567890')
      expect(await wrong.then(String, (error) => `${error} ${error.code ?? error.status ?? ''}`)).toMatch(/401|nauthor/)
    })
})

describe('a request', () => {
  test('with another method is 405, with a key', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${opened.origin}/mcp`, { method, headers: { authorization: `Bearer ${key}` } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test('from a page of another origin is 403', async () => {
    const status = async (origin: string) => (await post('/mcp', list, { origin })).status
    expect(await status('https://evil.example')).toBe(403)
    expect(await status('null')).toBe(403)
    expect(await status('http://127.0.0.1.evil.example')).toBe(403)
    expect(await status(opened.origin)).toBe(200)
    expect(await status('http://localhost:6274')).toBe(200)
  })

  test('with very deep nesting is answered', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scrape","arguments":${deep}}}`
    expect((await (await post('/mcp', call)).text()).length).toBeGreaterThan(0)
    expect((await post('/mcp')).status).toBe(200)
  })

  test('that is not a message, or is too large, is refused', async () => {
    expect(await codeOf(await post('/mcp', '{"jsonrpc":'))).toBe('invalid_request')
    expect((await post('/mcp', '"kettle"')).status).toBe(400)
    expect(await codeOf(await post('/mcp', 'x'.repeat(1024 * 1024 + 1)))).toBe('payload_too_large')
    expect(await codeOf(await post('/mcp?tools=some'))).toBe('invalid_request')
  })
})

describe('tools', () => {
  const names = async (url: string, by = key) => {
    const client = await connect('2.4.0', url, `Bearer ${by}`)
    const tools = await client.tools()
    await client.close()
    return tools.map(({ name }) => name)
  }

  test('are those of the plugins that are loaded', async () => {
    expect(await names(`${opened.origin}/mcp`)).toEqual(['scrape', 'map', 'crawl', 'read'])
  })

  test('are more, or two of another format, if the address asks for that', async () => {
    const all = await names(`${opened.origin}/mcp?tools=all`)
    expect(all).toEqual(['scrape', 'map', 'crawl', 'read', 'screenshot', 'actions'])
    const client = await connect('2.4.0', `${opened.origin}/mcp?tools=chatgpt`, `Bearer ${key}`)
    expect((await client.tools()).map(({ name }) => name)).toEqual(['fetch'])
    const url = `${opened.site.origin}/kettles/red`
    const { structuredContent } = await client.call('fetch', { id: url })
    expect(structuredContent).toMatchObject({ id: url, url, title: 'The red kettle', metadata: { statusCode: '200' } })
    await client.close()
  })

  test('are limited by the permissions of the key, which cannot call the others', async () => {
    const { session } = await opened.user('pro')
    const narrow = async (...permissions: string[]) =>
      (await opened.post('/v1/auth/api-keys', { permissions }, { key: session })).body.data.key
    const scraping = await narrow('scrape')
    expect(await names(`${opened.origin}/mcp`, scraping)).toEqual(['scrape', 'read'])
    const client = await connect('1.32.2', `${opened.origin}/mcp`, `Bearer ${scraping}`)
    const { isError, content } = await client.call('map', { url: opened.site.origin })
    const lacks = 'This API key lacks the permission map. Use a key that may do this.'
    expect([isError, content[0]?.text]).toEqual([true, lacks])
    await client.close()
    // A page that was read with one key is not shown to a key without the permission.
    const url = `${opened.site.origin}/longish`
    const reading = await connect('2.4.0', `${opened.origin}/mcp`, `Bearer ${await narrow('scrape')}`)
    await reading.call('scrape', { url })
    const mapping = await connect('2.4.0', `${opened.origin}/mcp`, `Bearer ${await narrow('map')}`)
    expect((await mapping.call('scrape', { url, offset: 1000 })).isError).toBe(true)
    await Promise.all([reading.close(), mapping.close()])
  })

  test('are listed for a key with few endpoints, and only work for those', async () => {
    const { session } = await opened.user('enterprise')
    const bounds = { endpoints: ['/mcp', '/v1/scrape'], allowedIps: ['127.0.0.1'] }
    const { data } = (await opened.post('/v1/auth/api-keys', bounds, { key: session })).body
    const client = await connect('2.4.0', `${opened.origin}/mcp`, `Bearer ${data.key}`)
    expect((await client.tools()).length).toBeGreaterThan(0)
    expect((await client.call('scrape', { url: `${opened.site.origin}/kettles/red` })).isError).toBeUndefined()
    const { content } = await client.call('map', { url: opened.site.origin })
    expect(content[0]?.text).toBe('This API key may not be used for this endpoint. Use a key that may do this.')
    await client.close()
  })

  test('are charged, limited and logged like the routes', async () => {
    const user = await opened.user('starter')
    const general = async () => (await opened.get('/v1/auth/validate', { key: user.key })).body.data.rateLimit.remaining
    const credits = async () => (await opened.get('/v1/users/profile', { key: user.key })).body.data.credits.used
    const client = await connect('2.4.0', `${opened.origin}/mcp`, `Bearer ${user.key}`)
    const before = [await general(), await credits()] as const
    await client.tools()
    expect([await general(), await credits()]).toEqual([...before])
    await client.call('scrape', { url: `${opened.site.origin}/kettles/green` })
    expect([await general(), await credits()]).toEqual([before[0] - 1, before[1] + 1])
    await client.close()
    expect(opened.log.filter((line) => line.includes(user.id) && line.includes('path=/v1/scrape'))).toHaveLength(1)
  })
})

test('hundreds of concurrent calls are answered', async () => {
  const client = await connect('2.4.0 of 2026', `${opened.origin}/mcp`, `Bearer ${key}`)
  const url = `${opened.site.origin}/kettles/red`
  const results = await Promise.all(Array.from({ length: 300 }, () => client.call('scrape', { url })))
  const texts = new Set(results.map(({ content }) => content[1]?.text))
  expect([...texts]).toEqual(['# The red kettle\n\nIt boils water, and it is red. See all kettles.'])
  await client.close()
}, 25_000)

test('requests that call no tool are limited per minute', async () => {
  const strict = await openMcp({ WEIR_PLANS: JSON.stringify({ free: { callsPerMinute: 2 } }) })
  try {
    const { key } = await strict.user('free')
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const init = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body: JSON.stringify(list) }
    const statuses: number[] = []
    // A new minute may begin in between.
    for (let i = 0; i < 5; i++) statuses.push((await fetch(`${strict.origin}/mcp`, init)).status)
    expect([statuses[0], statuses.includes(429)]).toEqual([200, true])
  } finally {
    await strict.close()
  }
})

describe('a client of a revision before 2025-06-18, without resource links', () => {
  const crawl = async (revision: Record<string, string>) => {
    const call = { name: 'crawl', arguments: { url: opened.site.origin, limit: 2 } }
    const answer = await post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, revision)
    const text = await answer.text()
    const { result } = JSON.parse(text.match(/^(?:data: )?(\{.*"result".*)$/m)?.[1] ?? 'null')
    return result as { content: { type: string }[]; structuredContent: { pages: { id: string }[] } }
  }
  const types = ({ content }: Awaited<ReturnType<typeof crawl>>) => new Set(content.map(({ type }) => type))

  test('gets no links, and reads the pages by their ids', async () => {
    for (const revision of [{}, { 'mcp-protocol-version': '2025-03-26' }] as Record<string, string>[]) {
      const crawled = await crawl(revision)
      expect(types(crawled)).toEqual(new Set(['text']))
      expect(crawled.structuredContent.pages[0]?.id).toMatch(/^job_.*\/1$/)
    }
  })

  test('is recognized by its revision header', async () => {
    expect(types(await crawl({ 'mcp-protocol-version': '2025-06-18' }))).toEqual(new Set(['text', 'resource_link']))
  })
})
