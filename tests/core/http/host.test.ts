import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type OpenedDigest, openDigest } from '../../plugins/jobs/open-digest.ts'

let weir: OpenedDigest
let bound: string
beforeAll(async () => {
  weir = await openDigest()
  bound = (await weir.post('/v1/auth/api-keys', { name: 'bound', endpoints: ['/v1/jobs*', '/v1/digest'] })).body.data
    .key
})
afterAll(() => weir.close())

/** The response to a request that is sent byte for byte. */
const raw = (text: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(weir.origin).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve({ status: Number(answer.slice(9, 12)), body: answer.split('\r\n\r\n')[1] ?? '' }))
    socket.on('error', reject)
  })
const ask = (line: string, ...headers: string[]) =>
  raw([line, `Authorization: Bearer ${bound}`, 'Connection: close', ...headers, '', ''].join('\r\n'))

test.each(['', 'a b', '/v1/admin?', 'a/v1/digest#', 'http://x', 'localhost:99999'])(
  'a Host that makes no valid address is 400 in the API’s format: %p',
  async (host) => {
    const { status, body } = await ask('GET /v1/jobs?x=http://y HTTP/1.1', `Host: ${host}`)
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid_request'])
    expect((await ask('HEAD /health HTTP/1.1', `Host: ${host}`)).status).toBe(400)
  },
)

test.each(['a', 'ab', 'abc', 'a:1', 'weir.example', '[::1]:80', 'localhost:3000'])(
  'a Host of any length is accepted: %p',
  async (host) => {
    expect((await ask('GET /v1/jobs HTTP/1.1', `Host: ${host}`)).status).toBe(200)
    expect((await ask('HEAD /v1/jobs HTTP/1.1', `Host: ${host}`)).status).toBe(200)
    expect((await ask('GET /v1/users/profile HTTP/1.1', `Host: ${host}`)).status).toBe(403)
    expect((await ask('DELETE /v1/digest HTTP/1.1', `Host: ${host}`)).status).toBe(405)
    const body = JSON.stringify({ urls: weir.site.urls(1) })
    const posted = await raw(
      `POST /v1/digest HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bound}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(posted.status).toBe(202)
  },
)

test.each(['%', '%ff', '%c0%af', '%zz', 'a%'])('a path that cannot be decoded is 400: %p', async (part) => {
  for (const [method, path] of [
    ['DELETE', '/v1/auth/api-keys/'],
    ['PUT', '/v1/admin/users/'],
    ['GET', '/v1/jobs/'],
    ['GET', '/nowhere/'],
  ] as const) {
    const { status, body } = await weir.call(method, path + part, method === 'PUT' ? {} : undefined)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  }
})

test('HTTP/1.0 needs no Host', async () => {
  expect((await ask('GET /v1/jobs HTTP/1.0')).status).toBe(200)
})

test('a browser that opens the root is sent to the docs, and a program gets the list of endpoints', async () => {
  const browser = await weir.get('/', { key: null, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs'])
  const program = await weir.get('/', { key: null })
  expect(program.status).toBe(404)
  expect([browser, program].map(({ headers }) => headers.get('vary'))).toEqual(['accept', 'accept'])
})
