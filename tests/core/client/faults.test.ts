import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type JobEvent, Weir, type WeirError } from '../../../core/client/index.ts'

/** The responses of the service, one for each request; the last one repeats. */
let answers: ((request: Request) => Response | Promise<Response>)[] = []
let asked: { method: string; path: string; headers: Headers }[] = []
let server: ReturnType<typeof Bun.serve>
let weir: Weir
beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      asked.push({ method: request.method, path: new URL(request.url).pathname, headers: request.headers })
      const answer = (answers.length > 1 ? answers.shift() : answers[0])!
      return answer(request)
    },
  })
  weir = new Weir({ url: `${server.url.origin}/prefix`, key: 'wr_key', retryDelay: 1 })
})
afterAll(() => server.stop(true))

function serve(...these: typeof answers) {
  asked = []
  answers = these
}
const page = () => Response.json({ success: true, processingMode: 'single', data: { content: '# Kettles' } })
const failure =
  (status: number, code: string, headers: HeadersInit = {}, details = {}) =>
  () =>
    Response.json({ success: false, error: { code, message: `It is ${code}`, details } }, { status, headers })
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as WeirError,
  )
const keys = () => asked.map(({ headers }) => headers.get('idempotency-key'))

test('a temporary failure of a proxy or the service is retried with the same key', async () => {
  const busy = failure(503, 'service_unavailable', { 'retry-after': '0' })
  serve(() => new Response('<h1>Bad gateway</h1>', { status: 502 }), busy, busy, page)
  expect((await weir.scrape('https://example.com')).data.content).toBe('# Kettles')
  expect(asked).toHaveLength(4)
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/prefix/v1/scrape' })
  expect(asked[0]!.headers.get('authorization')).toBe('Bearer wr_key')
})

test('two calls have two idempotency keys, and a key of the caller is kept', async () => {
  serve(page)
  await weir.scrape('https://example.com')
  await weir.scrape('https://example.com')
  await weir.scrape('https://example.com', {}, { idempotencyKey: 'mine' })
  expect(new Set(keys()).size).toBe(3)
  expect(keys()[2]).toBe('mine')
})

test('a broken connection is retried', async () => {
  const down = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.terminate() } })
  const unreachable = new Weir({ url: `http://127.0.0.1:${down.port}`, retries: 2, retryDelay: 1 })
  const error = await errorOf(unreachable.scrape('https://example.com'))
  expect(error).toMatchObject({ status: 0, code: 'unreachable' })
  expect(error?.message).toContain(`127.0.0.1:${down.port}`)
  let refusals = 2
  const flaky = new Weir({
    url: server.url.origin,
    retryDelay: 1,
    fetch: (request) => (refusals-- > 0 ? Promise.reject(new TypeError('fetch failed')) : fetch(request)),
  })
  serve(page)
  expect((await flaky.scrape('https://example.com')).data.content).toBe('# Kettles')
  down.stop(true)
})

test('a request whose answer breaks off is repeated with the same key', async () => {
  const text = JSON.stringify({ success: true, data: { content: '# Kettles' } })
  const cut = (body: string) =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  let times = 0
  const sent: string[] = []
  const breaking = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, request) {
        sent.push(/idempotency-key: (\w+)/i.exec(request.toString())?.[1] ?? 'none')
        socket.write(cut(text) + (times++ < 2 ? text.slice(0, 10) : text))
        socket.flush()
        socket.end()
      },
    },
  })
  const patient = new Weir({ url: `http://127.0.0.1:${breaking.port}`, retryDelay: 1 })
  expect((await patient.scrape('https://example.com')).data.content).toBe('# Kettles')
  expect([sent.length, new Set(sent).size]).toEqual([3, 1])
  times = Number.NEGATIVE_INFINITY
  expect(await errorOf(patient.jobs.list())).toMatchObject({ status: 0, code: 'unreachable' })
  breaking.stop(true)
})

test('another server, or one that redirects, is reported as such', async () => {
  serve(() => new Response('<h1>It works</h1>', { headers: { 'content-type': 'text/html' } }))
  expect(await errorOf(weir.scrape('https://example.com'))).toMatchObject({ status: 200, code: 'unexpected_answer' })
  expect(asked).toHaveLength(1)
  serve(() => Response.redirect('https://weir.example.com/v1/scrape', 308))
  const error = await errorOf(weir.scrape('https://example.com'))
  expect(error).toMatchObject({ status: 308, code: 'redirected' })
  expect(error?.message).toContain('leads to https://weir.example.com/v1/scrape')
  expect(asked).toHaveLength(1)
})

test('a request that the service refused or failed is not sent again', async () => {
  for (const refusal of [
    failure(400, 'invalid_url'),
    failure(500, 'scraping_failed'),
    failure(500, 'internal_error'),
    failure(503, 'engine_unavailable', {}, { remedy: 'weir browsers install' }),
  ]) {
    serve(refusal)
    await errorOf(weir.scrape('https://example.com'))
    expect(asked).toHaveLength(1)
  }
  expect(await errorOf(weir.scrape('https://example.com'))).toMatchObject({
    code: 'engine_unavailable',
    remedy: 'weir browsers install',
  })
})

test('a short wait for a limit is waited out, a wait of an hour is reported at once', async () => {
  serve(failure(429, 'rate_limited', { 'retry-after': '0' }), () => Response.json({ success: true, data: {} }))
  await weir.account.createKey({ name: 'laptop' })
  expect(asked).toHaveLength(2)
  serve(failure(429, 'rate_limited', { 'retry-after': '3600' }))
  expect(await errorOf(weir.scrape('https://example.com'))).toMatchObject({ status: 429, retryAfter: 3600 })
  expect(asked).toHaveLength(1)
})

test('a request that would be executed twice is not sent twice', async () => {
  serve(() => new Response('', { status: 502 }))
  await errorOf(weir.account.createKey({ name: 'laptop' }))
  expect([asked.length, keys()[0]]).toEqual([1, null])
  await errorOf(weir.monitors.delete('mon_1'))
  expect(asked.length).toBe(5)
})

test('the client retries as often as its options say, and no more', async () => {
  serve(() => new Response('', { status: 504 }))
  const patient = new Weir({ url: server.url.origin, retries: 5, retryDelay: 1 })
  expect(await errorOf(patient.jobs.list())).toMatchObject({ status: 504, code: 'unknown' })
  expect(asked).toHaveLength(6)
})

/** A stream that sends this text, then ends or breaks off. */
function stream(text: string, { breaks = false } = {}): () => Response {
  return () => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte))
        // The text has to be sent before the stream breaks.
        await Bun.sleep(20)
        if (breaks) controller.error(new Error('gone'))
        else controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}
const frame = (id: string, event: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const ended = () => Response.json({ success: true, data: { id: 'job_1', status: 'completed', completedAt: 'now' } })

test('a stream continues after its last event, whether it broke off or the server ended it', async () => {
  const first = `retry: 3000\r\n\r\n: hello\n\n${frame('1.1', 'url_completed', { url: 'https://example.com/é' })}id: 9\nda`
  serve(
    stream(first, { breaks: true }),
    stream(`${frame('1.2', 'progress', { completed: 1 })}: the server stops\n\n`),
    stream('', { breaks: true }),
    () => new Response('', { status: 502 }),
    stream(frame('2.1', 'completed', { jobId: 'job_1' })),
  )
  const events: JobEvent[] = []
  for await (const event of weir.jobs.stream('job_1')) events.push(event)
  expect(events.map(({ id, event }) => `${id} ${event}`)).toEqual([
    '1.1 url_completed',
    '1.2 progress',
    '2.1 completed',
  ])
  expect(events[0]).toMatchObject({ data: { url: 'https://example.com/é' } })
  const streams = asked.filter(({ path }) => path.endsWith('/stream'))
  expect(streams.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '1.1', '1.2', '1.2', '1.2'])
}, 120_000)

test('a stream without further events is over if the job has ended', async () => {
  serve(() => new Response(null, { status: 204 }), ended)
  for await (const event of weir.jobs.stream('job_1', { lastEventId: '2.1' })) expect(event).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('an invalid address is refused when the client is created', () => {
  expect(() => new Weir({ url: 'localhost' })).toThrow('url must be the address of a Weir')
})
