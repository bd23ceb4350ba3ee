import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import { PageEgress } from '../../../core/egress/page-egress.ts'
import { EgressFailure } from '../../../core/egress-rules/egress-failure.ts'
import type { ApiError } from '../../../core/errors.ts'

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((socket) => void socket.on('error', () => {}).on('data', (data) => socket.write(data)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())
const open: PageEgress[] = []
afterEach(() => {
  for (const page of open.splice(0)) page.close()
  jest.useRealTimers()
})

/** What a page may reach: hosts by their addresses; a host without any is refused. */
function egress(hosts: Record<string, string[]> = { 'site.test': ['127.0.0.1'] }) {
  const resolved: string[] = []
  const page = new PageEgress(async (url) => {
    resolved.push(url.host)
    const addresses = hosts[url.hostname]
    if (!addresses) throw new EgressFailure('forbidden_address')
    return addresses
  })
  open.push(page)
  return { page, resolved }
}
const site = () => new URL(`http://site.test:${port}/path`)
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))
const reasonOf = (failure: unknown) => (failure as ApiError | undefined)?.details.reason

describe('a page', () => {
  test('reaches a host at the checked addresses, which are looked up once per host', async () => {
    const { page, resolved } = egress()
    const [one, other] = [await page.dial(site()), await page.dial(new URL('/else', site()))]
    one.write('hello')
    const echo = await new Promise((resolve) => one.once('data', resolve))
    expect([`${echo}`, resolved, other.remoteAddress]).toEqual(['hello', [`site.test:${port}`], '127.0.0.1'])
  })

  test('tries the next address if nothing listens at the first, and gives up after the last', async () => {
    const free = createServer()
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.2', resolve))
    free.close()
    const { page } = egress({
      'site.test': ['127.0.0.2', '127.0.0.1'],
      'gone.test': ['127.0.0.2', '127.0.0.2'],
      'none.test': [],
    })
    expect((await page.dial(site())).remoteAddress).toBe('127.0.0.1')
    await expect(page.dial(new URL(`http://gone.test:${port}/`))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(page.dial(new URL('http://none.test/'))).rejects.toThrow('dns')
  })

  test('has at most 128 connections, including those being opened', async () => {
    const { page } = egress()
    const sockets = await Promise.all(Array.from({ length: 128 }, () => page.dial(site())))
    await expect(page.dial(site())).rejects.toThrow('reset')
    const closed = closing(sockets[0]!)
    sockets[0]!.destroy()
    await closed
    await page.dial(site())
    const other = egress()
    const outcomes = await Promise.allSettled(Array.from({ length: 130 }, () => other.page.dial(site())))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  })

  test('that has ended reaches nothing, and its connections are closed', async () => {
    const { page } = egress()
    const socket = await page.dial(site())
    const closed = closing(socket)
    page.close()
    await closed
    expect(page.signal.aborted).toBe(true)
    await expect(page.dial(site())).rejects.toThrow()
  })
})

describe('why a host did not answer', () => {
  test('is remembered until it answers, and reported with the requested address', async () => {
    const hosts: Record<string, string[]> = { 'site.test': ['127.0.0.1'] }
    const { page } = egress(hosts)
    const url = new URL('http://private.test/')
    await page.dial(url).catch(() => {})
    expect(page.failure(url, url)).toMatchObject({
      code: 'invalid_url',
      message: 'The URL leads to an address or port that this service does not fetch',
      details: { url: 'http://private.test/', reason: 'forbidden_address' },
    })
    const led = page.failure(new URL('http://private.test:80/x'), site()) as ApiError
    expect([led.message.startsWith('A redirect was not followed: '), led.details.url]).toEqual([true, site().href])
    expect(page.failure(site(), site())).toBeUndefined()
    page.failed(site(), new EgressFailure('reset'))
    expect(reasonOf(page.failure(site(), site()))).toBe('reset')
    await page.dial(site())
    expect(page.failure(site(), site())).toBeUndefined()
  })

  test('is that it sent too much, whatever else went wrong', () => {
    const { page } = egress()
    page.failed(site(), new EgressFailure('dns'))
    page.count(256 * 1024 * 1024)
    expect([page.bytes, page.signal.aborted, reasonOf(page.failure(site(), site()))]).toEqual([
      268_435_456,
      false,
      'dns',
    ])
    page.count(1)
    expect([page.bytes, page.signal.aborted, reasonOf(page.failure(site(), site()))]).toEqual([
      268_435_457,
      true,
      'too_large',
    ])
  })

  test('is that it moved tiny pieces without end, each of which counts as four kilobytes', () => {
    const { page } = egress()
    for (let i = 0; i < 64 * 1024; i++) page.count(1)
    expect([page.bytes, page.signal.aborted]).toEqual([65_536, false])
    page.count(0)
    expect(page.signal.aborted).toBe(true)
  })
})

test('an idle connection is closed after two minutes', async () => {
  const { page } = egress()
  const socket = await page.dial(site())
  expect(socket.timeout).toBe(120_000)
  const closed = closing(socket)
  socket.emit('timeout')
  await closed
})

test('connections for plain requests are opened the same way, also to IPv6 addresses', async () => {
  const { page, resolved } = egress({ 'site.test': ['127.0.0.1'], '[::1]': ['127.0.0.1'] })
  const connect = (host: string) =>
    new Promise<string>((resolve) => {
      page.agent.createConnection({ host, port }, (error, stream) =>
        resolve(error ? error.message : `${(stream as Socket).remoteAddress}`),
      )
    })
  expect([await connect('site.test'), await connect('::1'), await connect('other.test')]).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    'forbidden_address',
  ])
  expect(resolved).toEqual([`site.test:${port}`, `[::1]:${port}`, `other.test:${port}`])
})
