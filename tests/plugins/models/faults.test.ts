import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { type Ask, completion, type ModelServer, refuse, startModelServer, textOf } from './model-server.ts'

let weir: Running
let model: ModelServer
let site: ReturnType<typeof Bun.serve>
let pages = 0
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number', minimum: 1 }, note: { type: 'string' } },
  required: ['name', 'price'],
}
const good = { name: 'Blue Kettle', price: 24.5, note: null }
const extracted = [{ name: 'Blue Kettle', price: 24.5 }]

beforeAll(async () => {
  model = startModelServer()
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<h1>Blue Kettle</h1>', { headers: { 'content-type': 'text/html' } }),
  })
})
afterAll(() => {
  model.stop()
  site.stop(true)
})

const settings = () => ({
  WEIR_PLUGINS: 'scrape,extract,models',
  WEIR_ENGINES: 'lightweight',
  WEIR_LLM_URL: model.url,
  WEIR_LLM_API_KEY: 'sk-test',
  WEIR_LLM_MODEL: 'test-model',
})

/** Starts a server for each test, as a server remembers what its model supports. */
async function start(run: () => Promise<void>) {
  weir = await startWeir(settings())
  try {
    await run()
  } finally {
    await weir.close()
  }
}

async function extract(options: object = {}) {
  const { key } = await weir.user()
  const url = `${site.url.origin}/?n=${pages++}`
  const { status, body } = await weir.post('/v1/extract', { url, schema, options }, { key })
  const { used } = (await weir.get('/v1/users/profile', { key })).body.data.credits
  const { code, message } = body.error ?? {}
  const error = body.error && { code, message, reason: body.error.details.reason }
  return { status, error, data: body.data?.extractedData, used, calls: model.asks.length, details: body.error?.details }
}
const formats = () => model.asks.map((ask: Ask) => ask.response_format?.type ?? 'plain')
const isFormat = (ask: Ask, ...types: string[]) => types.includes(ask.response_format?.type ?? 'plain')

const noSchema = () =>
  refuse(400, {
    message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    param: 'response_format',
  })
const noObject = () => refuse(400, { message: "'response_format.type' must be 'text'", param: 'response_format.type' })

test('a model without schemas is asked for JSON, one without JSON in the prompt, and both are remembered', () =>
  start(async () => {
    model.script((ask) => (isFormat(ask, 'json_schema') ? noSchema() : completion(good)))
    expect(await extract()).toMatchObject({ status: 200, data: extracted, calls: 2 })
    expect(formats()).toEqual(['json_schema', 'json_object'])
    model.script((ask) =>
      isFormat(ask, 'json_schema', 'json_object')
        ? noObject()
        : completion('```json\n{"name": "Blue Kettle", "price": 24.5}\n```'),
    )
    expect(await extract()).toMatchObject({ status: 200, data: extracted, calls: 2 })
    expect(formats()).toEqual(['json_object', 'plain'])
    model.script(() => completion('<think>{no}</think>Here it is: {"name": "Blue Kettle", "price": 24.5}'))
    expect(await extract()).toMatchObject({ status: 200, data: extracted, calls: 1 })
    expect(formats()).toEqual(['plain'])
    // The prompt contains the schema.
    expect(textOf(model.asks[0])).toContain('"required":["name","price"]')
  }))

test('a model that refuses both has one request left', () =>
  start(async () => {
    model.script((ask) =>
      isFormat(ask, 'json_schema') ? noSchema() : isFormat(ask, 'json_object') ? noObject() : completion('no JSON'),
    )
    expect(await extract()).toMatchObject({
      status: 500,
      error: { code: 'extraction_failed', reason: 'invalid_answer' },
      used: 0,
      calls: 3,
    })
  }))

test('an objection to one schema does not affect others', () =>
  start(async () => {
    const complaint = { message: "Invalid schema for response_format 'answer': too deep", param: 'response_format' }
    model.script((ask) => (isFormat(ask, 'json_schema') ? refuse(400, complaint) : completion(good)))
    expect(await extract()).toMatchObject({ status: 200, calls: 2 })
    model.script(() => completion(good))
    await extract()
    expect(formats()).toEqual(['json_schema'])
  }))

test('a model that supports schemas but no other JSON is still sent the schemas that it can take', () =>
  start(async () => {
    const noOther = () => refuse(400, { message: "'response_format.type' must be 'json_schema' or 'text'" })
    model.script((ask) => (isFormat(ask, 'json_object') ? noOther() : completion({ prices: { Kettle: 24.5 } })))
    const { key } = await weir.user()
    const open = {
      type: 'object',
      properties: { prices: { type: 'object', additionalProperties: { type: 'number' } } },
    }
    const { status } = await weir.post('/v1/extract', { url: site.url.origin, schema: open }, { key })
    expect({ status, formats: formats() }).toEqual({ status: 200, formats: ['json_object', 'plain'] })
    model.script(() => completion(good))
    expect(await extract()).toMatchObject({ status: 200, calls: 1 })
    expect(formats()).toEqual(['json_schema'])
  }))

test('a parameter that the model refuses is left out from then on', () =>
  start(async () => {
    const complaint = {
      message: "Unsupported value: 'temperature' does not support 0 with this model.",
      param: 'temperature',
      code: 'unsupported_value',
    }
    model.script((ask) => (ask.temperature === undefined ? completion(good) : refuse(400, complaint)))
    expect(await extract()).toMatchObject({ status: 200, data: extracted, calls: 2 })
    model.script(() => completion(good))
    expect(await extract()).toMatchObject({ status: 200, calls: 1 })
    expect('temperature' in model.asks[0]).toBe(false)
  }))

test('a model without system messages gets everything as the user, from then on at once', () =>
  start(async () => {
    const rolesOf = (ask: Ask) => ask.messages.map(({ role }: { role: string }) => role).join()
    const noSystem = () => refuse(400, { message: 'System role not supported' })
    model.script((ask) => (rolesOf(ask) === 'user' ? completion(good) : noSystem()))
    expect(await extract()).toMatchObject({ status: 200, data: extracted, calls: 2 })
    expect(await extract()).toMatchObject({ status: 200, calls: 3 })
    expect(textOf(model.asks[2])).toContain('written by strangers')
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_schema'])
  }))

const failed = (reason: string, calls: number) => ({
  status: 500,
  error: { code: 'extraction_failed', reason },
  data: undefined,
  used: 0,
  calls,
})
const deep = '['.repeat(100_000) + ']'.repeat(100_000)
const huge = () => completion({ ...good, note: 'x'.repeat(5_000_000) })
/** Answers for ever, a little at a time. */
const endless = () => {
  let timer: ReturnType<typeof setInterval>
  const body = new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(new TextEncoder().encode(' ')), 20)
    },
    cancel: () => clearInterval(timer),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
/** Answers for ever, as fast as it is read. */
const flood = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) }))

const faults: [string, ModelServer['answer'], object, object?][] = [
  ['a refusal', () => completion(null, { refusal: 'I cannot help with that' }), failed('refused', 1)],
  ['an answer cut short', () => completion('{"name": "Blu', { finish: 'length' }), failed('truncated', 1)],
  ['a content filter', () => completion(null, { finish: 'content_filter' }), failed('content_filter', 1)],
  ['an answer that is never valid', () => completion('{"name": 12, "price": "no'), failed('invalid_answer', 2)],
  ['a wrong shape', () => completion({ ...good, price: 0 }), failed('invalid_answer', 2)],
  ['a list in place of an object', () => completion([good]), failed('invalid_answer', 2)],
  ['an empty text', () => completion(null), failed('invalid_answer', 2)],
  ['no completion', () => Response.json({ object: 'list', data: [] }), failed('malformed', 1)],
  ['a completion without choices', () => Response.json({ choices: [], usage: null }), failed('malformed', 1)],
  [
    'a failure behind a gateway, in a success',
    () => Response.json({ error: { code: 401, message: 'No auth credentials found' } }),
    failed('unauthorized', 1),
  ],
  ['no JSON with status 200', () => new Response('<html>hello</html>'), failed('malformed', 1)],
  [
    'a redirect, which would send the key and the page elsewhere',
    () => new Response(null, { status: 307, headers: { location: `${model.url}/chat/completions?again` } }),
    failed('model_error', 1),
  ],
  ['a refused key', () => refuse(401, { message: 'Incorrect API key provided' }), failed('unauthorized', 1)],
  ['an unknown model', () => refuse(404, { code: 'model_not_found' }), failed('not_found', 1)],
  ['an address without an API', () => new Response('404 page not found', { status: 404 }), failed('not_found', 1)],
  ['a page that is too long', () => refuse(400, { code: 'context_length_exceeded' }), failed('truncated', 1)],
  [
    'a page that is too long for llama.cpp',
    () => refuse(400, { message: 'the request exceeds the available context size', type: 'exceed_context_size_error' }),
    failed('truncated', 1),
  ],
  [
    'a content filter before the model',
    () => refuse(400, { message: 'The response was filtered', code: 'content_filter', param: 'prompt' }),
    failed('content_filter', 1),
  ],
  [
    'failures of the server',
    () => refuse(500, { message: 'overloaded' }, { 'retry-after': '0' }),
    failed('model_error', 3),
  ],
  ['429 always', () => refuse(429, { message: 'slow down' }, { 'retry-after': '0' }), failed('rate_limited', 3)],
  [
    '429 for an hour',
    () => refuse(429, { message: 'slow down' }, { 'retry-after': '3600' }),
    failed('rate_limited', 1),
  ],
  ['no quota', () => refuse(429, { code: 'insufficient_quota' }), failed('model_error', 1)],
  ['a redirect', () => Response.redirect('http://127.0.0.1:9/'), failed('model_error', 1)],
  ['a huge answer', huge, failed('too_large', 1)],
  ['a flood', flood, failed('too_large', 1)],
  ['an endless list', () => completion({ ...good, tags: Array(600_000).fill(1) }), failed('too_large', 1)],
  ['an answer that nests too deep', () => new Response(`{"choices":${deep}}`), failed('malformed', 1)],
  [
    'a failure that nests too deep',
    () => new Response(`{"error":{"code":${deep}}}`, { status: 500, headers: { 'retry-after': '0' } }),
    failed('model_error', 3),
  ],
  [
    'a frozen answer',
    () => new Promise(() => {}),
    { status: 500, error: { code: 'timeout', message: expect.stringContaining('extraction') }, used: 0, calls: 1 },
    { timeout: 5000 },
  ],
  ['an endless answer', endless, { status: 500, error: { code: 'timeout' }, used: 0, calls: 1 }, { timeout: 5000 }],
]

test(
  'each failure of a model has its own reason, costs nothing, and takes three requests at most',
  () =>
    start(async () => {
      for (const [what, answer, expected, options] of faults) {
        model.script(answer)
        expect({ what, ...(await extract(options)) }).toMatchObject({ what, ...expected })
      }
      const log = weir.log.join('')
      expect(log).not.toContain('sk-test')
    }),
  60_000,
)

/** The answer of servers that implement schemas by a tool call. */
const called = (value: unknown) => {
  const call = { id: 'c', type: 'function', function: { name: 'answer', arguments: JSON.stringify(value) } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  return Response.json({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] })
}

const recoveries: [string, ModelServer['answer'], object][] = [
  ['invalid once', (_, i) => completion(i === 0 ? '{"name": 12, "pri' : good), { calls: 2 }],
  ['a wrong shape once', (_, i) => completion(i === 0 ? { ...good, price: -3 } : good), { calls: 2 }],
  ['429 once', (_, i) => (i === 0 ? refuse(429, {}, { 'retry-after': '0' }) : completion(good)), { calls: 2 }],
  ['503 twice', (_, i) => (i < 2 ? refuse(503, {}, { 'retry-after': '0' }) : completion(good)), { calls: 3 }],
  [
    'a failure behind a gateway once',
    (_, i) =>
      i === 0 ? Response.json({ error: { code: 502, message: 'Provider returned error' } }) : completion(good),
    { calls: 2 },
  ],
  ['the arguments of a call', () => called(good), { calls: 1 }],
  ['no usage', () => completion(good, { usage: null }), { calls: 1 }],
  ['parts of content', () => completion(good), { calls: 1 }],
  ['properties that are not in the schema', () => completion({ ...good, secret: 'x', extra: { y: 1 } }), { calls: 1 }],
]

/** Tests in which the server learns nothing about its model share one. */
describe('with one server', () => {
  beforeAll(async () => {
    weir = await startWeir(settings())
  })
  afterAll(() => weir.close())

  test('temporary faults do no harm', async () => {
    for (const [what, answer, expected] of recoveries) {
      model.script(answer)
      expect({ what, ...(await extract()) }).toMatchObject({ what, status: 200, data: extracted, used: 1, ...expected })
    }
  })

  test('a lone surrogate is replaced before it is sent', async () => {
    model.script(() => completion(good))
    const { key } = await weir.user()
    await weir.post('/v1/extract', { url: site.url.origin, schema, prompt: 'Mind the \ud83d price' }, { key })
    expect(textOf(model.asks[0])).toContain('Mind the \ufffd price')
  })

  test('a repair shows the model its answer and the errors in it', async () => {
    model.script((_, i) => completion(i === 0 ? { ...good, price: -3 } : good))
    await extract()
    const [, repair] = model.asks
    expect(repair.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(repair.messages[2].content).toContain('-3')
    expect(repair.messages[3].content).toContain('price')
  })

  test('reasoning tokens are counted over all requests', async () => {
    model.script((_, i) => completion(i === 0 ? 'no JSON' : good, { thinking: 2000 }))
    expect(await extract()).toMatchObject({ status: 200, used: 5 })
  })

  test('requests offer no tools and no streaming, and have the key in the header alone', async () => {
    model.script(() => completion(good))
    await extract()
    expect(Object.keys(model.asks[0]).sort()).toEqual(['messages', 'model', 'response_format', 'temperature'])
    expect(JSON.stringify(model.asks[0])).not.toContain('sk-test')
  })
})
