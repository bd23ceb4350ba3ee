import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serveFirecrawl()
})
afterAll(() => served.close())

interface Heard {
  // biome-ignore lint/suspicious/noExplicitAny: messages are looked into field by field
  messages: any[]
  code: number
  reason: string
}

/** Listens until the socket is closed. */
function listen(
  path: string,
  how: string | { headers: Record<string, string> },
  first?: () => unknown,
): Promise<Heard> {
  const socket = new WebSocket(`${served.origin.replace('http', 'ws')}${path}`, how as string)
  const heard: Heard = { messages: [], code: 0, reason: '' }
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      if (heard.messages.push(JSON.parse(String(data))) === 1) first?.()
    }
    socket.onclose = ({ code, reason }) => resolve({ ...heard, code, reason })
  })
}

const start = async (key = served.key, path = '/') => {
  const body = {
    url: `${served.site.origin}${path}`,
    limit: 10,
    excludePaths: ['broken'],
    scrapeOptions: { maxAge: 0 },
  }
  return (await served.weir.post('/v2/crawl', body, { key })).body.id as string
}

test('a key is accepted as subprotocol and as header, and each page is sent once', async () => {
  const id = await start()
  const heard = await Promise.all([
    listen(`/v2/crawl/${id}`, served.key),
    listen(`/firecrawl/v1/crawl/${id}`, { headers: { authorization: `Bearer ${served.key}` } }),
  ])
  for (const { messages, code, reason } of heard) {
    expect(messages.map(({ type }) => type)).toEqual(['catchup', ...Array(4).fill('document'), 'done'])
    expect(new Set(messages.slice(1, 5).map(({ data }) => data.metadata.url)).size).toBe(4)
    expect([code, JSON.parse(reason)]).toEqual([1000, { type: 'close' }])
  }
})

test('a watcher gets only the metadata of a long page', async () => {
  const body = { urls: [`${served.site.origin}/long`], formats: ['markdown', 'html', 'rawHtml'], maxAge: 0 }
  const { id } = (await served.weir.post('/v2/batch/scrape', body, { key: served.key })).body
  const { messages } = await listen(`/v2/batch/scrape/${id}`, served.key)
  const told = messages.find(({ type }) => type === 'document').data
  expect([Object.keys(told), told.metadata.title]).toEqual([['metadata', 'warning'], 'Long'])
})

test('a socket needs a valid key, and a job of the same account', async () => {
  const id = await start()
  const { key: other } = await served.weir.user()
  for (const key of ['fc-wrong', other]) {
    const { messages, code } = await listen(`/v2/crawl/${id}`, key)
    expect([messages, code]).toEqual([[], 1006])
  }
})

test('a revoked key gets no more messages', async () => {
  const { session } = await served.weir.user()
  const { id: keyId, key } = (await served.weir.post('/v1/auth/api-keys', { name: 'a' }, { key: session })).body.data
  const id = await start(key, '/endless')
  const revoke = () => served.weir.call('DELETE', `/v1/auth/api-keys/${keyId}`, undefined, { key: session })
  const { messages, code } = await listen(`/v2/crawl/${id}`, key, revoke)
  expect([messages.map(({ type }) => type), code]).toEqual([['catchup'], 4401])
}, 120_000)

test('all sockets are closed when the server stops', async () => {
  const id = await start(served.key, '/endless')
  const { code } = await listen(`/v2/crawl/${id}`, served.key, () => served.weir.weir.stopping())
  expect(code).toBe(1001)
})
