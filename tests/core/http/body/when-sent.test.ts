import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { whenSent } from '../../../../core/http/body/when-sent.ts'
import { runtime } from '../../../../core/runtime/index.ts'
import { type Running, startWeir } from '../../../weir.ts'

describe('the end of a response is reported once', () => {
  /** A response of two pieces, and how often its end was reported. */
  function open(pull?: () => void) {
    const gone = new AbortController()
    let ends = 0
    let pieces = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pull?.()
          if (pieces++ < 2) controller.enqueue(new TextEncoder().encode('ab'))
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const answer = new Response(body, { status: 201, headers: { 'x-a': 'b' } })
    const response = whenSent(answer, () => void ends++, gone.signal)
    return { response, gone, ends: () => ends }
  }

  test('when it has been read, and the response is unchanged', async () => {
    const { response, gone, ends } = open()
    expect([response.status, response.headers.get('x-a'), ends()]).toEqual([201, 'b', 0])
    expect([await response.text(), ends()]).toEqual(['abab', 1])
    gone.abort()
    expect(ends()).toBe(1)
  })

  test('when the reader cancels it', async () => {
    const { response, ends } = open()
    const reader = response.body!.getReader()
    await reader.read()
    expect(ends()).toBe(0)
    await reader.cancel()
    expect(ends()).toBe(1)
  })

  test('when the client has disconnected, before or meanwhile', async () => {
    const { response, gone, ends } = open()
    gone.abort()
    expect(ends()).toBe(1)
    await response.body!.cancel()
    expect(ends()).toBe(1)
    let ended = 0
    whenSent(new Response('a'), () => void ended++, gone.signal)
    expect(ended).toBe(1)
  })

  test('when it has no body, and when it fails', async () => {
    let ended = 0
    whenSent(new Response(null), () => void ended++, new AbortController().signal)
    expect(ended).toBe(1)
    const { response, ends } = open(() => {
      throw new Error('broken')
    })
    expect(response.text()).rejects.toThrow('broken')
    await response.text().catch(() => {})
    expect(ends()).toBe(1)
  })
})

describe('a long response that is not read', () => {
  let weir: Running
  let site: ReturnType<typeof Bun.serve>
  let server: Awaited<ReturnType<typeof runtime.serve>>
  beforeAll(async () => {
    const page = `<title>Long</title>${'<p>one of many paragraphs of this page, which is long\n'.repeat(72_000)}`
    site = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => new Response(page, { headers: { 'content-type': 'text/html' } }),
    })
    // Without a plugin such as search, which looks at each page, a long response comes from the cache unchanged.
    weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'scrape' })
    server = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: weir.weir.server.fetch })
  })
  afterAll(async () => {
    server.abort()
    await weir.close()
    site.stop(true)
  })

  test.each([
    ['without the cache', {}],
    ['from the cache', { maxAge: 1 }],
  ])(
    'counts as in flight until the client disconnects: %s',
    async (_, options) => {
      const { key } = await weir.user('free')
      const asked = { url: `${site.url.href}${key}`, formats: ['rawHtml'], ...options }
      if ('maxAge' in options) {
        await weir.post('/v1/scrape', asked, { key })
        expect((await weir.post('/v1/scrape', asked, { key })).body.data.metadata.cached).toBe(true)
      }
      const body = JSON.stringify(asked)
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `POST /v1/scrape HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      )
      const { promise: begun, resolve } = Promise.withResolvers<string>()
      socket.once('data', (data) => {
        socket.pause()
        resolve(String(data).split('\r\n', 1)[0]!)
      })
      expect(await begun).toBe('HTTP/1.1 200 OK')
      const again = () => weir.post('/v1/scrape', { url: site.url.href, formats: ['links'] }, { key })
      const refused = await again()
      expect([refused.status, refused.body.error?.details.limit]).toEqual([429, 1])
      socket.destroy()
      for (;;) {
        const { status } = await again()
        if (status !== 429) return expect(status).toBe(200)
        await Bun.sleep(20)
      }
    },
    60_000,
  )
})
