import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createReplays } from '../../../../core/http/idempotency/replays.ts'
import { runtime } from '../../../../core/runtime/index.ts'
import { type OpenedDigest, openDigest } from '../../../plugins/jobs/open-digest.ts'

const MIB = 1024 * 1024
const bytesOf = (size: number) => new Uint8Array(size).fill(97)
const alive = new AbortController().signal

describe('replayed responses', () => {
  test('are sent whole, and small ones are not counted', async () => {
    const replays = createReplays()
    for (const size of [0, 1, 64 * 1024, 64 * 1024 + 1, 3 * MIB])
      expect((await new Response(replays.send('usr_1', bytesOf(size), alive)).bytes()).byteLength).toBe(size)
    for (let i = 0; i < 2000; i++) expect(replays.send('usr_1', bytesOf(64 * 1024), alive)).toBeDefined()
  })

  test('have a limit of unread bytes per account', async () => {
    const replays = createReplays()
    const gone = new AbortController()
    const send = (size: number, account = 'usr_1', signal = alive) => replays.send(account, bytesOf(size), signal)
    const [first, second, third] = [send(30 * MIB), send(30 * MIB), send(4 * MIB, 'usr_1', gone.signal)]
    expect([third === undefined, send(MIB), send(MIB, 'usr_2') === undefined]).toEqual([false, undefined, false])
    await new Response(first).bytes()
    expect(send(30 * MIB)).toBeDefined()
    expect(send(MIB)).toBeUndefined()
    await new Response(second).body!.cancel()
    expect(send(30 * MIB)).toBeDefined()
    expect(send(MIB)).toBeUndefined()
    gone.abort()
    expect(send(4 * MIB)).toBeDefined()
    expect([send(MIB), send(MIB, 'usr_3', gone.signal)]).toEqual([undefined, undefined])
  })
})

describe('over a socket that is not read', () => {
  let weir: OpenedDigest
  let server: Awaited<ReturnType<typeof runtime.serve>>
  beforeAll(async () => {
    weir = await openDigest()
    server = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: weir.weir.server.fetch })
  })
  afterAll(async () => {
    server.abort()
    await weir.close()
  })

  test('an account gets no more replays than the limit, until its clients disconnect', async () => {
    const { key } = await weir.user()
    const text = JSON.stringify({ name: 'a', texts: 1, characters: 7_000_000, nested: 0 })
    const head =
      `POST /v1/large/now HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: a\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
    /** Sends the request, and reads only the beginning of the response. */
    const ask = async () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
      socket.once('data', (data) => {
        socket.pause()
        resolve(String(data).split('\r\n', 1)[0]!)
      })
      return { status: await promise, socket }
    }
    // The first client gets the original response.
    const first = await ask()
    first.socket.destroy()
    const asked = []
    for (let i = 0; i < 12; i++) asked.push(await ask())
    const statuses = asked.map(({ status }) => status)
    expect(statuses.slice(0, 4)).toEqual(Array(4).fill('HTTP/1.1 200 OK'))
    expect(statuses.at(-1)).toBe('HTTP/1.1 409 Conflict')
    for (const { socket } of asked) socket.destroy()
    for (;;) {
      const { status, socket } = await ask()
      socket.destroy()
      if (status !== 'HTTP/1.1 409 Conflict') return expect(status).toBe('HTTP/1.1 200 OK')
      await Bun.sleep(20)
    }
  }, 60_000)
})
