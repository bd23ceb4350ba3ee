import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { connect, generations, type McpClient, type Opened, openMcp } from './open.ts'

const testInChromium = await testIn('chromium')
let opened: Opened
let key: string
/** The number of requested pages. */
let count = 0
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,crawl,mcp', WEIR_ENGINES: 'lightweight,browser_a' })
  key = (await opened.user('pro')).key
})
afterEach(() => {
  opened.site.asked.length = 0
  opened.site.left.length = 0
})
afterAll(() => opened.close())

/** Waits until a condition holds. */
async function until(is: () => boolean | Promise<boolean>) {
  const end = performance.now() + 25_000
  while (!(await is())) {
    if (performance.now() > end) throw new Error('It never was so')
    await Bun.sleep(10)
  }
}

for (const generation of generations)
  describe(`a client of ${generation}`, () => {
    for (const [tool, what, run] of [
      ['scrape', 'the request to the page', test],
      ['screenshot', 'the browser', testInChromium],
    ] as const)
      run(
        `that cancels ${tool} ends ${what}`,
        async () => {
          const client = await connect(generation, `${opened.origin}/mcp?tools=all`, `Bearer ${key}`)
          const other = await connect(generation, `${opened.origin}/mcp?tools=all`, `Bearer ${key}`)
          const controller = new AbortController()
          const begin = (by: McpClient, signal?: AbortSignal) => {
            const call = by.call(tool, { url: `${opened.site.origin}/slow?${++count}` }, { signal })
            call.catch(() => {})
            return call
          }
          const call = begin(client, controller.signal)
          const another = begin(other)
          await until(() => opened.site.asked.filter((path) => path === '/slow').length === 2)
          controller.abort('No longer wanted')
          await until(() => opened.site.left.includes('/slow'))
          await expect(call).rejects.toThrow()
          // The call of another client continues, although it has the same id.
          expect(opened.site.left).toEqual(['/slow'])
          opened.site.release()
          expect((await another).isError).toBeUndefined()
          await Promise.all([client.close(), other.close()])
        },
        120_000,
      )
  })

test('a call cannot be cancelled by another account, whatever session it names', async () => {
  const other = (await opened.user('pro')).key
  const send = (as: string, message: object) =>
    opened.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', ...message },
      {
        key: as,
        headers: { accept: 'application/json, text/event-stream', 'mcp-session-id': 'guessed' },
      },
    )
  const params = { name: 'scrape', arguments: { url: `${opened.site.origin}/slow?${++count}` } }
  const call = send(key, { id: 7, method: 'tools/call', params })
  await until(() => opened.site.asked.includes('/slow'))
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 7 } }
  expect((await send(other, cancelled)).status).toBe(202)
  expect(opened.site.left).toEqual([])
  opened.site.release()
  expect((await call).text).toContain('The slow page')
}, 120_000)

test('closing a stream ends the wait, but not the job', async () => {
  const controller = new AbortController()
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'crawl', arguments: { url: `${opened.site.origin}/slow`, limit: 1 } },
  }
  const answer = fetch(`${opened.origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify(call),
    signal: controller.signal,
  }).then((response) => response.text())
  answer.catch(() => {})
  await until(() => opened.site.asked.includes('/slow'))
  controller.abort()
  await expect(answer).rejects.toThrow()
  // Nothing follows the job any more.
  const streams = async () => /weir_streams (\d+)/.exec((await opened.get('/metrics')).text)?.[1]
  await until(async () => (await streams()) === '0')
  opened.site.release()
  const [{ id }] = (await opened.get('/v1/jobs?limit=1', { key })).body.data.jobs
  expect(await opened.ended(id, { key })).toMatchObject({ status: 'completed', completed: 1 })
}, 120_000)

test('a wait that times out returns the job, which continues', async () => {
  const client = await connect('2.4.0 of 2026', `${opened.origin}/mcp`, `Bearer ${key}`)
  const { structuredContent } = await client.call('crawl', {
    url: `${opened.site.origin}/slow?again`,
    limit: 1,
    wait: 1,
  })
  expect(structuredContent).toMatchObject({ pages: [], note: expect.stringContaining('call read') })
  await until(() => opened.site.asked.includes('/slow'))
  opened.site.release()
  await opened.ended(structuredContent.job, { key })
  const read = await client.call('read', { id: structuredContent.job })
  expect(read.structuredContent).toMatchObject({ status: 'completed', pages: [{ title: 'The slow page' }] })
  await client.close()
}, 120_000)
