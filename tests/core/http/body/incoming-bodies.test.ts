import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { createIncomingBodies } from '../../../../core/http/body/incoming-bodies.ts'
import { runtime } from '../../../../core/runtime/index.ts'
import { type Running, startWeir } from '../../../weir.ts'

const MIB = 1024 * 1024
const of = (bytes: number) => new Headers({ 'content-length': String(bytes) })
const refusal = expect.objectContaining({ status: 429, code: 'rate_limited', details: { limit: 128 * MIB } })

describe('the bodies that an account sends at the same time', () => {
  test('have a total size limit, whatever another account sends', () => {
    const bodies = createIncomingBodies()
    const first = bodies.enter('usr_1', of(100 * MIB), 200 * MIB)
    bodies.enter('usr_1', of(28 * MIB), 50 * MIB)
    expect(() => bodies.enter('usr_1', of(1), MIB)).toThrow(refusal)
    bodies.enter('usr_2', of(100 * MIB), 200 * MIB)
    first.left()
    bodies.enter('usr_1', of(100 * MIB), 200 * MIB)
    expect(() => bodies.enter('usr_1', of(1), MIB)).toThrow(refusal)
  })

  test('count as they arrive without a Content-Length, and at most as the limit of their route with a larger one', () => {
    const bodies = createIncomingBodies()
    const [one, another] = ['usr_1', 'usr_1'].map((account) => bodies.enter(account, new Headers(), 100 * MIB))
    one!.arrived(64 * MIB)
    another!.arrived(32 * MIB)
    bodies.enter('usr_1', of(500 * MIB), 32 * MIB)
    expect(() => another!.arrived(1)).toThrow(refusal)
    one!.left()
    another!.arrived(64 * MIB)
    another!.left()
    bodies.enter('usr_1', of(96 * MIB), 96 * MIB)
    expect(() => bodies.enter('usr_1', of(1), MIB)).toThrow(refusal)
  })

  test('may be a single one that is larger than the limit', () => {
    const bodies = createIncomingBodies()
    const one = bodies.enter('usr_1', of(200 * MIB), 200 * MIB)
    one.left()
    const another = bodies.enter('usr_1', new Headers(), 200 * MIB)
    another.arrived(100 * MIB)
    another.arrived(100 * MIB)
    expect(() => bodies.enter('usr_1', of(1), MIB)).toThrow(refusal)
  })
})

describe('the bodies of anonymous callers', () => {
  const refusal = expect.objectContaining({ status: 429, code: 'rate_limited', details: { limit: 64 * MIB } })

  test('share a total size limit, apart from those of accounts', () => {
    const bodies = createIncomingBodies()
    const all = Array.from({ length: 64 }, () => bodies.enter(undefined, of(MIB), MIB))
    expect(() => bodies.enter(undefined, of(MIB), MIB)).toThrow(refusal)
    bodies.enter('usr_1', of(100 * MIB), 200 * MIB)
    all[0]!.left()
    bodies.enter(undefined, of(MIB), MIB)
    expect(() => bodies.enter(undefined, of(20_000), MIB)).toThrow(refusal)
  })

  test('need no room if they are small, as a login is', () => {
    const bodies = createIncomingBodies()
    const large = bodies.enter(undefined, new Headers(), 100 * MIB)
    large.arrived(64 * MIB)
    const small = bodies.enter(undefined, of(16 * 1024), MIB)
    const growing = bodies.enter(undefined, new Headers(), MIB)
    growing.arrived(16 * 1024)
    expect(() => growing.arrived(1)).toThrow(refusal)
    for (const one of [small, growing, large]) one.left()
    bodies.enter(undefined, of(64 * MIB), 64 * MIB)
    expect(() => bodies.enter(undefined, of(MIB), MIB)).toThrow(refusal)
  })
})

describe('refused uploads', () => {
  let weir: Running
  let server: Awaited<ReturnType<typeof runtime.serve>>
  beforeAll(async () => {
    weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
    server = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: weir.weir.server.fetch })
  })
  afterAll(async () => {
    server.abort()
    await weir.close()
  })

  /** Begins to send a file of 50 MiB; gives the first part of the response. */
  const begin = (key: string, sockets: Socket[]) =>
    send(
      `POST /v2/parse HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${50 * MIB}\r\n\r\n--b`,
      sockets,
    )
  const send = (text: string, sockets: Socket[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
      socket.once('data', (data) => resolve(String(data)))
      socket.once('close', () => resolve('closed'))
      sockets.push(socket)
    })

  test('count against the same account while they are unfinished, until the client disconnects', async () => {
    const [one, another] = [await weir.user('free'), await weir.user('free')]
    const sockets: Socket[] = []
    // On Postgres any of them may be the last to be let in.
    const refused = await Promise.race([1, 2, 3].map(() => begin(one.key, sockets)))
    expect(refused).toStartWith('HTTP/1.1 429')
    expect(refused.toLowerCase()).toContain('retry-after: 5')
    expect((await weir.get('/v1/users/profile', { key: one.key })).status).toBe(200)
    const form = { raw: new FormData(), headers: { 'content-type': 'multipart/form-data; boundary=b' } }
    expect((await weir.post('/v2/parse', undefined, { key: another.key, ...form })).status).toBe(400)
    for (const socket of sockets) socket.destroy()
    for (;;) {
      const { status } = await weir.post('/v2/parse', undefined, { key: one.key, ...form })
      if (status !== 429) return expect(status).toBe(400)
      await Bun.sleep(20)
    }
  }, 60_000)

  /** Sends a large body in one go, and only then reads; gives the status, or what became of the connection. */
  const sendAll = (key: string, isChunked: boolean) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        const large = 'x'.repeat(8 * MIB)
        const coding = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${large.length}`
        socket.write(
          `POST /v1/scrape HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
            `Content-Type: application/json\r\n${coding}\r\n\r\n`,
        )
        socket.write(isChunked ? `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n` : large, (error) => {
          if (error) resolve(error.message)
        })
      })
      socket.once('error', (error) => resolve(error.message))
      socket.once('data', (data) => {
        // A client that is still sending does not read.
        if (socket.writableLength === 0) resolve(String(data).slice(0, 'HTTP/1.1 413'.length))
        else resolve('answered early')
        socket.destroy()
      })
    })

  test.each([
    ['has a Content-Length', false],
    ['has no Content-Length', true],
  ])(
    'are answered even if the client sends all of a body that %s before it reads',
    async (_, isChunked) => {
      const { key } = await weir.user('free')
      for (let i = 0; i < 5; i++) {
        expect(await sendAll(key, isChunked)).toBe('HTTP/1.1 413')
        expect(await sendAll('wr_none', isChunked)).toBe('HTTP/1.1 401')
      }
    },
    60_000,
  )

  test('leave anonymous callers room for logins, and only for logins', async () => {
    const login = (length: number) =>
      `POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    const sockets: Socket[] = []
    const answers = Array.from({ length: 65 }, () => send(login(MIB), sockets))
    expect(await Promise.race(answers)).toStartWith('HTTP/1.1 429')
    expect(await send(`${login(2)}{}`, sockets)).toStartWith('HTTP/1.1 400')
    for (const socket of sockets) socket.destroy()
  }, 60_000)
})
