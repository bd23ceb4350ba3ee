import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readlinkSync } from 'node:fs'
import { type OpenedDigest, openDigest } from '../../plugins/jobs/open-digest.ts'

let weir: OpenedDigest
let id: string
let link: string
beforeAll(async () => {
  weir = await openDigest()
  id = (await weir.post('/v1/picture', { names: ['one'] })).body.data.jobId
  await weir.ended(id, { key: weir.adminKey })
  link = (await weir.get(`/v1/jobs/${id}/results`)).body.data.results[0].screenshot
})
afterAll(() => weir.close())

/** Stored files that this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(`${weir.dataDir}/files/`)
    } catch {
      return false // the folder's own handle, closed by now
    }
  }).length
const send = (method: string, path: string, init: RequestInit = {}) =>
  weir.weir.server.fetch(
    new Request(`http://localhost${path}`, { method, headers: { authorization: `Bearer ${weir.adminKey}` }, ...init }),
  )

test('a HEAD request for a file opens nothing, and the server survives', async () => {
  const path = link.slice(link.indexOf('/v1/'))
  for (let i = 0; i < 50; i++) {
    const answer = await send('HEAD', path, { headers: {} })
    expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, '7', null])
  }
  expect(openFiles()).toBe(0)
  Bun.gc(true)
  expect((await send('GET', path)).status).toBe(200)
})

test('neither does a body that is not read, or is cancelled', async () => {
  const path = link.slice(link.indexOf('/v1/'))
  const unread = await Promise.all(Array.from({ length: 20 }, () => send('GET', path)))
  expect(openFiles()).toBe(0)
  const reader = unread[0]!.body!.getReader()
  await reader.read()
  await reader.cancel()
  expect(openFiles()).toBe(0)
})

test('a HEAD request for an event stream leaves no stream open', async () => {
  const running = await weir.start(weir.adminKey, weir.site.urls(1, 1500))
  for (let i = 0; i < 20; i++) {
    const answer = await send('HEAD', `/v1/jobs/${running}/stream`)
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([200, 'text/event-stream', null])
  }
  const { body } = await weir.get('/metrics').then(({ text }) => ({ body: text }))
  expect(/^weir_streams (\d+)$/m.exec(body)?.[1]).toBe('0')
})

test('HEAD is answered wherever GET is, with the same headers', async () => {
  for (const accepted of ['identity', 'gzip'])
    for (const path of [
      '/health',
      '/openapi.json',
      '/docs',
      '/v1/jobs',
      `/v1/jobs/${id}`,
      '/v1/nothing',
      '/v1/scrape',
    ]) {
      const headers = { authorization: `Bearer ${weir.adminKey}`, 'accept-encoding': accepted }
      const [head, get] = [await send('HEAD', path, { headers }), await send('GET', path, { headers })]
      const size = (await get.arrayBuffer()).byteLength
      expect([path, head.status, head.body]).toEqual([path, get.status, null])
      for (const name of ['content-type', 'content-encoding', 'vary', 'allow'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
      // The server's metrics change between the two.
      if (path !== '/health') expect([path, head.headers.get('content-length')]).toEqual([path, String(size)])
    }
})

test('over a socket HEAD gives the length of the response, and sends no body', async () => {
  const answer = await fetch(`${weir.origin}/docs`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  const size = (await (await fetch(`${weir.origin}/docs`)).arrayBuffer()).byteLength
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual([String(size), ''])
})
