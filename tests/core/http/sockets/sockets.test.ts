import { afterEach, describe, expect, jest, test } from 'bun:test'
import { ApiError } from '../../../../core/errors.ts'
import { asksForSocket, protocolOf, withProtocolCredential } from '../../../../core/http/sockets/protocol.ts'
import { createSockets } from '../../../../core/http/sockets/sockets.ts'
import { createLog } from '../../../../core/log.ts'
import type { SocketEvents } from '../../../../core/runtime/runtime.ts'

afterEach(() => void jest.useRealTimers())
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
const caller = (id = 'usr_1') =>
  ({ account: { id, email: 'a@a.test', plan: 'free', role: 'user' }, permissions: ['*'], rateLimit: null }) as const

describe('a WebSocket', () => {
  const asking = (headers: Record<string, string> = {}, method = 'GET') =>
    new Request('http://a.test/v1/jobs', { method, headers: { upgrade: 'WebSocket', ...headers } })

  test('is opened by a GET, with a credential in its subprotocol if no header has one', () => {
    expect([
      asksForSocket(asking()),
      asksForSocket(asking({}, 'POST')),
      asksForSocket(new Request('http://a.test/')),
    ]).toEqual([true, false, false])
    const offered = { 'sec-websocket-protocol': ' wr_key , other' }
    expect([protocolOf(asking(offered)), protocolOf(asking())]).toEqual(['wr_key', undefined])
    const presented = (request: Request) => withProtocolCredential(request).headers.get('authorization')
    expect(presented(asking(offered))).toBe('Bearer wr_key')
    expect(presented(asking({ ...offered, 'x-api-key': 'k' }))).toBe(null)
    expect(presented(new Request('http://a.test/', { headers: offered }))).toBe(null)
    expect(presented(asking())).toBe(null)
  })

  /** Sockets, and what is sent on each of those that are opened. */
  function open(recheck: (request: Request) => Promise<void> = async () => {}) {
    const lines: string[] = []
    const sockets = createSockets({ log: createLog('text', (line) => lines.push(line)), recheck })
    const connect = (
      speak: Parameters<NonNullable<ReturnType<typeof sockets.opener>>>[0],
      account = 'usr_1',
      key: Record<string, string> = { 'sec-websocket-protocol': 'wr_key' },
    ) => {
      const sent: string[] = []
      const closed: unknown[] = []
      let events: SocketEvents | undefined
      let hasRoom = true
      const upgrade = (given: SocketEvents) => {
        events = given
        return new Response()
      }
      const opener = sockets.opener(asking(key), caller(account), {
        address: '',
        keepOpen() {},
        upgrade,
      })!
      opener(speak)
      const raw = {
        send(text: string) {
          sent.push(text)
          return hasRoom
        },
        close: (...why: unknown[]) => void closed.push(why),
      }
      return {
        sent,
        closed,
        protocol: events!.protocol,
        opened: () => events!.opened(raw),
        gone: () => events!.closed(),
        block: () => {
          hasRoom = false
        },
        drain: () => events!.drained(),
      }
    }
    return { sockets, connect, lines }
  }
  const forever = () => new Promise<string>(() => {})

  test('sends its messages, and closes with the final reason', async () => {
    const { sockets, connect } = open()
    const socket = connect(async ({ send }) => {
      await send('a')
      return 'that was all'
    })
    expect([sockets.count(), socket.protocol]).toEqual([1, 'wr_key'])
    socket.opened()
    await settle()
    expect([socket.sent, socket.closed, sockets.count()]).toEqual([['a'], [[1000, 'that was all']], 0])
    sockets.close()
  })

  test('sends nothing once its reader has gone', async () => {
    const { sockets, connect } = open()
    let say: ((text: string) => Promise<void>) | undefined
    const socket = connect(({ send }) => {
      say = send
      return forever()
    })
    socket.opened()
    socket.gone()
    await expect(say!('late')).rejects.toThrow('closed')
    expect(socket.sent).toEqual([])
    sockets.close()
  })

  test('waits for a slow reader, and ends when the reader disconnects', async () => {
    const { sockets, connect } = open()
    let said = 0
    let ended: unknown
    const socket = connect(async ({ send, signal }) => {
      for (;;) {
        await send(`${++said}`).catch((error) => {
          ended = error
          throw error
        })
        signal.throwIfAborted()
      }
    })
    socket.block()
    socket.opened()
    await settle()
    expect(said).toBe(1)
    socket.drain()
    await settle()
    expect(said).toBe(2)
    socket.gone()
    await settle()
    expect([ended, socket.closed, sockets.count()]).toEqual([
      new Error('The other end has closed the WebSocket'),
      [],
      0,
    ])
    sockets.close()
  })

  test('that fails is closed with an error code, and the reason is logged', async () => {
    const { sockets, connect, lines } = open()
    const socket = connect(() => Promise.reject(new Error('the store is gone')))
    socket.opened()
    await settle()
    expect([socket.closed, lines.join().includes('the store is gone')]).toEqual([
      [[1011, 'The log of the server has the reason']],
      true,
    ])
    sockets.close()
  })

  test('is one of at most a hundred of its account', () => {
    const { sockets, connect } = open()
    const all = Array.from({ length: 100 }, () => connect(forever))
    expect(() => connect(forever)).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        message: 'An account may have 100 WebSockets open at once; close one',
        details: { limit: 100 },
      }),
    )
    connect(forever, 'usr_2')
    all[0]!.gone()
    connect(forever)
    expect(sockets.count()).toBe(101)
    sockets.close()
  })

  test('is closed when its key becomes invalid, which is checked every three seconds, once per key', async () => {
    jest.useFakeTimers()
    const outcomes = [
      undefined,
      new Error('out of reach'),
      new ApiError('service_unavailable', 'The database does not answer'),
      new ApiError('key_revoked', 'Revoked'),
    ]
    let asked = 0
    const { sockets, connect, lines } = open(async () => {
      asked++
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    })
    const both = [connect(forever), connect(forever)]
    for (const socket of both) socket.opened()
    for (let i = 0; i < 3; i++) {
      jest.advanceTimersByTime(3000)
      await settle()
    }
    expect([asked, both.map(({ closed }) => closed), lines.length]).toEqual([3, [[], []], 2])
    jest.advanceTimersByTime(3000)
    await settle()
    expect(both.map(({ closed }) => closed)).toEqual([
      [[4401, 'This key is no longer valid']],
      [[4401, 'This key is no longer valid']],
    ])
    sockets.close()
  })

  test('is closed only for its own key, in whichever header that came', async () => {
    jest.useFakeTimers()
    const { sockets, connect } = open(async ({ headers }) => {
      if (headers.get('x-api-key') === 'revoked') throw new ApiError('key_revoked', 'Revoked')
    })
    const keys = ['revoked', 'good', 'revoked'].map((key) => ({ 'x-api-key': key }))
    const all = keys.map((key, i) => connect(forever, `usr_${i}`, key))
    for (const socket of all) socket.opened()
    jest.advanceTimersByTime(3000)
    await settle()
    expect(all.map(({ closed }) => closed.length)).toEqual([1, 0, 1])
    sockets.close()
  })

  test('is closed as it opens if its key is invalid by then, and sends nothing', async () => {
    jest.useFakeTimers()
    const { sockets, connect } = open(() => Promise.reject(new ApiError('key_revoked', 'Revoked')))
    let hasSpoken = false
    const socket = connect(async () => {
      hasSpoken = true
      return ''
    })
    jest.advanceTimersByTime(3000)
    await settle()
    socket.opened()
    await settle()
    expect([socket.closed, hasSpoken]).toEqual([[[4401, 'This key is no longer valid']], false])
    sockets.close()
  })

  test('takes no place if the handshake fails', () => {
    const { sockets } = open()
    const opener = sockets.opener(asking(), caller(), { address: '', keepOpen() {}, upgrade: () => undefined })!
    expect(() => opener(forever)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    expect(sockets.count()).toBe(0)
    sockets.close()
  })

  test('is closed when the server stops, even while it is being opened', async () => {
    const { sockets, connect } = open()
    const [socket, late] = [connect(forever), connect(forever)]
    socket.opened()
    sockets.close()
    late.opened()
    const later = connect(forever)
    later.opened()
    const stops = [[1001, 'The server stops']]
    expect([socket.closed, late.closed, later.closed, sockets.count()]).toEqual([stops, stops, stops, 0])
  })

  test('is not opened if the request does not ask for one, or the runtime has none', () => {
    const { sockets } = open()
    const peer = { address: '', keepOpen() {} }
    expect(sockets.opener(asking(), caller(), peer)).toBeUndefined()
    const upgrade = () => new Response()
    expect(sockets.opener(new Request('http://a.test/'), caller(), { ...peer, upgrade })).toBeUndefined()
    sockets.close()
  })
})
