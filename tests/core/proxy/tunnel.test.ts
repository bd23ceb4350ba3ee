import { afterEach, describe, expect, jest, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import { openTunnel, TunnelFailure } from '../../../core/proxy/tunnel.ts'

const servers: Server[] = []
afterEach(() => {
  jest.useRealTimers()
  for (const server of servers.splice(0)) server.close()
})
const never = new AbortController().signal

/** A proxy that handles requests as the test says, and the requests to it. */
async function proxy(answer: (socket: Socket, head: string) => void, scheme = 'http', login = '') {
  const heads: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      heads.push(data.toString('latin1'))
      answer(socket, heads.at(-1)!)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: new URL(`${scheme}://${login}127.0.0.1:${port}`), heads }
}
const says = (text: string) => (socket: Socket) => void socket.write(text)
const at = (...addresses: string[]) => ({ addresses, port: 8443 })
const failure = async (url: URL, signal = never, addresses = ['192.0.2.1']) => {
  const error = await openTunnel(url, at(...addresses), signal).then(
    (socket) => socket.destroy(),
    (thrown) => thrown,
  )
  return error instanceof TunnelFailure ? [error.message, error.isProxyFault] : error
}
/** Everything that comes through a tunnel until it ends. */
const textOf = async (socket: Socket) => {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

describe('a proxy gets a request for an address', () => {
  test('by CONNECT, and what it sends after its response comes through the tunnel', async () => {
    const { url, heads } = await proxy((socket) => socket.end('HTTP/1.1 200 OK\r\nvia: x\r\n\r\nhello'))
    expect(await textOf(await openTunnel(url, at('192.0.2.1'), never))).toBe('hello')
    expect(heads).toEqual(['CONNECT 192.0.2.1:8443 HTTP/1.1\r\nHost: 192.0.2.1:8443\r\n\r\n'])
  })

  test('with IPv6 in brackets, and with the credentials of its URL', async () => {
    const { url, heads } = await proxy((socket) => socket.end('HTTP/1.0 299 Fine\r\n\r\n'), 'http', 'me%40a:p%3Ass@')
    expect(await textOf(await openTunnel(url, at('2001:db8::1'), never))).toBe('')
    expect(heads).toEqual([
      `CONNECT [2001:db8::1]:8443 HTTP/1.1\r\nHost: [2001:db8::1]:8443\r\nProxy-Authorization: Basic ${btoa('me@a:p:ss')}\r\n\r\n`,
    ])
  })

  test('and its response is read, however it is cut', async () => {
    const { url } = await proxy((socket) => {
      socket.write('HTTP/1.1 20')
      setTimeout(() => socket.end('0 OK\r\n\r\nhello'), 5)
    })
    expect(await textOf(await openTunnel(url, at('192.0.2.1'), never))).toBe('hello')
  })

  test('then for the next one if it did not reach the first, but not after a fault of its own', async () => {
    const reached = await proxy((socket, head) =>
      head.includes('192.0.2.2')
        ? socket.end('HTTP/1.1 200 OK\r\n\r\n')
        : socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
    )
    await textOf(await openTunnel(reached.url, at('192.0.2.1', '192.0.2.2', '192.0.2.3'), never))
    expect(reached.heads).toHaveLength(2)
    const unreached = await proxy(says('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    const both = ['192.0.2.1', '192.0.2.2']
    expect(await failure(unreached.url, never, both)).toEqual(['the proxy answered CONNECT with 502', false])
    expect(unreached.heads).toHaveLength(2)
    const refusing = await proxy(says('HTTP/1.1 407 No\r\n\r\n'))
    await failure(refusing.url, never, both)
    expect(refusing.heads).toHaveLength(1)
    expect(await failure(refusing.url, never, [])).toEqual(['there is no address to connect to', false])
  })
})

describe('an error says whether a missing tunnel is the fault of the proxy', () => {
  test.each([
    ['HTTP/1.1 407 No\r\n\r\n', 'the proxy rejects these credentials', true],
    ['HTTP/1.1 401 No\r\n\r\n', 'the proxy answered CONNECT with 401', true],
    ['HTTP/1.1 402 Pay\r\n\r\n', 'the proxy answered CONNECT with 402', true],
    ['HTTP/1.1 429 Slow\r\n\r\n', 'the proxy answered CONNECT with 429', true],
    ['HTTP/1.1 403 No\r\n\r\n', 'the proxy answered CONNECT with 403', false],
    ['HTTP/1.1 199 Odd\r\n\r\n', 'the proxy answered CONNECT with 199', false],
    ['HTTP/1.1 300 Odd\r\n\r\n', 'the proxy answered CONNECT with 300', false],
    ['SSH-2.0-x\r\n\r\n', 'the proxy does not speak HTTP', true],
    ['HTTP/1.1 2000 x\r\n\r\n', 'the proxy does not speak HTTP', true],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(16_500)}`, 'the proxy does not end its answer', true],
  ])('%p', async (answer, message, isProxyFault) => {
    const { url } = await proxy(says(answer))
    expect(await failure(url)).toEqual([message, isProxyFault])
  })

  test('if it hangs up', async () => {
    const { url } = await proxy((socket) => socket.end('HTTP/1.1 200'))
    expect(await failure(url)).toEqual(['the proxy closed the connection without an answer', false])
  })

  test('if it does not run, or does not speak TLS', async () => {
    const { url } = await proxy(() => {})
    for (const server of servers.splice(0)) server.close()
    expect(await failure(url)).toEqual(['the proxy cannot be reached: ECONNREFUSED', true])
    const plain = await proxy((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'), 'https')
    const [message, isProxyFault] = (await failure(plain.url)) as [string, boolean]
    expect([message.startsWith('the proxy cannot be reached: '), isProxyFault]).toEqual([true, true])
  })

  test('if it does not speak SOCKS, and if it refuses the destination', async () => {
    const plain = await proxy((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'socks5')
    expect(((await failure(plain.url)) as unknown[])[1]).toBe(true)
    const refusing = await proxy((socket) => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', () => socket.write(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0])))
    }, 'socks5')
    const [message, isProxyFault] = (await failure(refusing.url)) as [string, boolean]
    expect([message.startsWith('Socks5 proxy rejected connection'), isProxyFault]).toEqual([true, false])
  })
})

test('a SOCKS proxy gets the address, and the credentials of its URL', async () => {
  const seen: Buffer[] = []
  const { url } = await proxy(
    (socket) => {
      socket.write(Buffer.from([5, 2]))
      socket.once('data', (login) => {
        seen.push(Buffer.from(login))
        socket.write(Buffer.from([1, 0]))
        socket.once('data', (asked) => {
          seen.push(Buffer.from(asked))
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]))
          setTimeout(() => socket.end('hello'), 5)
        })
      })
    },
    'socks5',
    'me:p%40ss@',
  )
  expect(await textOf(await openTunnel(url, at('192.0.2.1'), never))).toBe('hello')
  expect(seen).toEqual([
    Buffer.from('\u0001\u0002me\u0004p@ss', 'latin1'),
    Buffer.from([5, 1, 0, 1, 192, 0, 2, 1, 0x20, 0xfb]),
  ])
})

describe('a caller who aborts', () => {
  test('before the request is not waited for', async () => {
    const { url, heads } = await proxy(says('HTTP/1.1 200 OK\r\n\r\n'))
    const gone = new Error('gone')
    expect(await failure(url, AbortSignal.abort(gone))).toBe(gone)
    expect(heads).toEqual([])
  })
  test('while the proxy is silent closes the connection', async () => {
    const controller = new AbortController()
    const isClosed = Promise.withResolvers<void>()
    const { url } = await proxy((socket) => {
      socket.on('close', () => isClosed.resolve())
      controller.abort(new Error('gone'))
    })
    expect(await failure(url, controller.signal)).toEqual(new Error('gone'))
    await isClosed.promise
  })
})

test('a silent proxy has ten seconds', async () => {
  const asked = Promise.withResolvers<void>()
  const { url } = await proxy(() => asked.resolve())
  jest.useFakeTimers()
  let failed: unknown
  const failing = failure(url).then((why) => {
    failed = why
  })
  await asked.promise
  jest.advanceTimersByTime(9999)
  for (let i = 0; i < 20; i++) await Promise.resolve()
  expect(failed).toBeUndefined()
  jest.advanceTimersByTime(1)
  await failing
  expect(failed).toEqual(['the proxy did not answer in time', false])
})
