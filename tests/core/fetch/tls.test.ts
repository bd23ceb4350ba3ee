import { afterEach, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer } from 'node:net'
import * as tls from 'node:tls'
import { selfSigned } from '../../conformance/self-signed.ts'
import { failureOf, openFetch, transports } from './open-fetch.ts'
import { response, startRawServer } from './servers.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that records the names in the TLS handshakes. */
async function startSecure() {
  const names: (string | false)[] = []
  const server = tls.createServer(selfSigned, (socket) => {
    names.push((socket as tls.TLSSocket & { servername: string | false }).servername)
    // A client that does not trust the certificate breaks off.
    socket.on('error', () => {})
    socket.on('data', () => socket.write(response(200, {}, 'secret')))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { names, port: (server.address() as AddressInfo).port }
}

const refused = { status: 400, code: 'invalid_url', reason: 'tls' }

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport, resolve: async () => ['127.0.0.1'] })

    test('an untrusted certificate is refused', async () => {
      const { port } = await startSecure()
      for (const host of ['a.test', '127.0.0.1'])
        expect(await failureOf(fetch(`https://${host}:${port}/`))).toEqual(refused)
    })

    test('the TLS handshake names the host in the URL, and nothing if that is an IP address', async () => {
      const { names, port } = await startSecure()
      for (const host of ['a.test', 'B.Test.', '127.0.0.1']) await fetch(`https://${host}:${port}/`, { insecure: true })
      expect(names.map((asked) => asked || null)).toEqual(['a.test', 'b.test', null])
    })

    test('an unverified connection never serves a verified request', async () => {
      const { port } = await startSecure()
      for (let i = 0; i < 3; i++) {
        expect(await (await fetch(`https://a.test:${port}/`, { insecure: true })).text()).toBe('secret')
        expect(await failureOf(fetch(`https://a.test:${port}/`))).toEqual(refused)
      }
    })

    test('a server that does not speak TLS is reported as such', async () => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      ends.push(() => server.close())
      expect(await failureOf(fetch(`https://a.test:${(server.address() as AddressInfo).port}/`))).toEqual(refused)
    })

    test('a redirect from https to http carries no credentials', async () => {
      const open = await startRawServer((socket) => socket.end(response(200)))
      const secure = await startRawServer(
        (socket) => socket.end(response(302, { location: `http://a.test:${open.port}/` })),
        { secure: true },
      )
      ends.push(open.stop, secure.stop)
      await fetch(`https://a.test:${secure.port}/`, {
        insecure: true,
        headers: { authorization: 'Bearer secret', cookie: 'a=secret', 'x-key': 'secret' },
      })
      expect(secure.requests[0]).toContain('secret')
      expect(open.requests[0]).not.toContain('secret')
    })
  })
