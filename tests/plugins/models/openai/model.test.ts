import { describe, expect, test } from 'bun:test'
import { ApiError, type GuardedFetch } from 'weirjs'
import { createOpenAiModel } from '../../../../plugins/models/openai/model.ts'
import { countTurns } from '../../../turns.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

const said = (
  content: unknown,
  usage: object = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
): Reply => ({
  body: {
    choices: [
      { message: { content: typeof content === 'string' ? content : JSON.stringify(content) }, finish_reason: 'stop' },
    ],
    usage,
  },
})
const refused = (status: number, error: object = {}, headers = {}): Reply => ({ status, headers, body: { error } })
const NO_SCHEMA = "'response_format' of type 'json_schema' is not supported"
const noSchema = refused(400, { message: NO_SCHEMA, param: 'response_format' })
const noTemperature = refused(400, { message: "Unsupported value: 'temperature'", param: 'temperature' })

/** A request to the server. */
interface Sent {
  url: string
  headers: Record<string, string>
  model: string
  messages: unknown[]
  temperature?: number
  response_format?: { type: string }
}

/** A model whose server gives these answers in order, with the requests and the log lines. */
function modelOf(...replies: (Reply | Error)[]) {
  const asked: Sent[] = []
  const logged: unknown[] = []
  const fetch = (async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    asked.push({ url, headers, ...JSON.parse(body) })
    const reply = replies.shift()!
    if (reply instanceof Error) throw reply
    const { status = 200, headers: answered, body: answer } = reply
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status, headers: answered })
  }) as unknown as GuardedFetch
  const model = createOpenAiModel({ url: 'https://llm.example/v1/', apiKey: 'sk/test', model: 'small' }, {
    fetch,
    clock: { now: () => Date.UTC(2026, 0, 1) },
    log: { warn: (...told: unknown[]) => logged.push(told) },
  } as unknown as Parameters<typeof createOpenAiModel>[1])
  const ask = (more: object = {}) =>
    model
      .ask(
        {
          system: 'Be exact',
          user: 'The page',
          schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
          check: (value) => (typeof (value as { price?: unknown }).price === 'number' ? [] : ['/price is no number']),
          ...more,
        },
        new AbortController().signal,
      )
      .catch((error) => {
        if (!(error instanceof ApiError)) throw error
        return { code: error.code, details: error.details }
      })
  return { ask, asked, logged }
}
const formatsOf = (asked: readonly Sent[]) => asked.map((each) => each.response_format?.type ?? 'plain')
const good = { price: 24.5 }

describe('a model', () => {
  test('is asked by the API with its key, and returns the value and its usage', async () => {
    const { ask, asked } = modelOf(said(good))
    expect(await ask()).toEqual({
      value: good,
      model: 'small',
      calls: 1,
      usage: { prompt: 5, completion: 2, reasoning: 0, total: 7 },
    })
    expect(asked[0]).toMatchObject({
      url: 'https://llm.example/v1/chat/completions',
      headers: { authorization: 'Bearer sk/test' },
      model: 'small',
      temperature: 0,
      response_format: { type: 'json_schema' },
    })
    const warmer = modelOf(said(good))
    await warmer.ask({ temperature: 0.7 })
    expect(warmer.asked[0]!.temperature).toBe(0.7)
  })

  test('that refuses a schema is asked for JSON, and the next time at once', async () => {
    const { ask, asked } = modelOf(noSchema, said(good), said(good))
    expect(await ask()).toMatchObject({ value: good, calls: 2 })
    expect(await ask()).toMatchObject({ value: good, calls: 1 })
    expect(formatsOf(asked)).toEqual(['json_schema', 'json_object', 'json_object'])
  })

  test('that refuses one schema by its format is still sent the schemas of others', async () => {
    const { ask, asked } = modelOf(noSchema, said(good), said(good), noSchema, said(good), said(good))
    const schema = { type: 'object', properties: { price: { type: 'number' }, deep: { type: 'string' } } }
    await ask({ schema })
    expect(await ask()).toMatchObject({ value: good, calls: 1 })
    await ask({ schema: { ...schema, required: ['deep'] } })
    expect(await ask()).toMatchObject({ value: good, calls: 1 })
    expect(formatsOf(asked)).toEqual([
      ...['json_schema', 'json_object', 'json_schema'],
      ...['json_schema', 'json_object', 'json_schema'],
    ])
  })

  test('that refuses a temperature is asked without one, and the next time at once', async () => {
    const { ask, asked } = modelOf(noTemperature, said(good), said(good))
    expect(await ask()).toMatchObject({ value: good, calls: 2 })
    await ask()
    expect(asked.map((each) => 'temperature' in each)).toEqual([true, false, false])
  })

  test('that refuses the temperature of one question is asked with that of the next', async () => {
    const { ask, asked } = modelOf(noTemperature, said(good), said(good))
    await ask({ temperature: 1.9 })
    await ask()
    expect(asked.map(({ temperature }) => temperature)).toEqual([1.9, undefined, 0])
  })

  test('that has neither system messages nor JSON, such as Gemma, is asked in the prompt within three requests', async () => {
    const { ask, asked } = modelOf(
      refused(400, { code: 400, message: 'Developer instruction is not enabled for models/gemma-3-12b-it' }),
      refused(400, { code: 400, message: 'JSON mode is not enabled for models/gemma-3-12b-it' }),
      said(good),
      said(good),
    )
    expect(await ask()).toMatchObject({ value: good, calls: 3 })
    expect(await ask()).toMatchObject({ value: good, calls: 1 })
    expect(formatsOf(asked)).toEqual(['json_schema', 'json_schema', 'plain', 'plain'])
    expect(asked.map(({ messages }) => messages.length)).toEqual([2, 1, 1, 1])
    const again = modelOf(refused(400, { message: 'Conversation roles must alternate user/assistant' }), said(good))
    expect(await again.ask()).toMatchObject({ value: good, calls: 2 })
    expect(again.asked.map(({ messages }) => messages.length)).toEqual([2, 1])
  })

  test.each(['reasoning_content', 'reasoning'])(
    'whose server returns the answer as its reasoning is read there (%s)',
    async (place) => {
      const mistaken = (text: string): Reply => ({
        body: { choices: [{ finish_reason: 'stop', message: { content: null, [place]: text } }] },
      })
      expect(await modelOf(mistaken(`\n${JSON.stringify(good)}\n`)).ask()).toMatchObject({ value: good, calls: 1 })
      // A draft within reasoning is not an answer.
      const draft = modelOf(mistaken(`It may be ${JSON.stringify(good)}, or not.`))
      expect(await draft.ask({ calls: 1 })).toMatchObject({ details: { reason: 'invalid_answer' } })
    },
  )

  test('that answers wrongly is told the errors once, and the tokens of both requests are counted', async () => {
    const { ask, asked } = modelOf(said({ price: 'on request' }), said(good))
    expect(await ask()).toMatchObject({ value: good, calls: 2, usage: { prompt: 10, completion: 4, total: 14 } })
    expect(JSON.stringify(asked[1]!.messages)).toContain('/price is no number')
    expect(asked[1]!.messages.length).toBeGreaterThan(asked[0]!.messages.length)
  })

  test('that answers wrongly twice fails', async () => {
    const { ask, asked, logged } = modelOf(said('no JSON'), said({ price: 'on request' }), said(good))
    expect(await ask()).toEqual({
      code: 'extraction_failed',
      details: { reason: 'invalid_answer', calls: 2, issues: ['/price is no number'] },
    })
    expect([asked.length, logged.length]).toEqual([2, 1])
    expect(logged[0]).toMatchObject([expect.any(String), { cause: undefined }])
  })

  test('is asked at most as often as the question allows', async () => {
    const once = modelOf(said('no JSON'), said(good))
    expect(await once.ask({ calls: 1 })).toEqual({
      code: 'extraction_failed',
      details: { reason: 'invalid_answer', calls: 1, issues: ['it is not JSON'] },
    })
    const unlearned = modelOf(noSchema, said(good))
    expect(await unlearned.ask({ calls: 1 })).toMatchObject({ code: 'extraction_failed', details: { calls: 1 } })
    expect([once.asked.length, unlearned.asked.length]).toEqual([1, 1])
    const thrice = modelOf(noSchema, noTemperature, said('no JSON'), said(good))
    expect(await thrice.ask({ calls: 9 })).toMatchObject({ details: { reason: 'invalid_answer', calls: 3 } })
  })

  test('that refuses the key or the request is not asked again', async () => {
    const unauthorized = modelOf(refused(401), said(good))
    expect(await unauthorized.ask()).toEqual({
      code: 'extraction_failed',
      details: { reason: 'unauthorized', calls: 1 },
    })
    expect([unauthorized.asked.length, unauthorized.logged.length]).toEqual([1, 1])
  })

  test('that repeats the key in its refusal leaves it in no log and no error', async () => {
    const { ask, logged } = modelOf(refused(401, { message: 'Incorrect API key provided: sk/test', code: 'sk/test' }))
    expect(JSON.stringify([await ask(), logged])).not.toContain('sk/test')
    expect(JSON.stringify(logged)).toContain('Incorrect API key provided: …')
    const plain = modelOf({ status: 403, body: 'Forbidden for sk/test' })
    expect(JSON.stringify([await plain.ask(), plain.logged])).not.toContain('sk/test')
    const gateway = modelOf({ body: { error: { code: 401, message: 'No such key: sk/test' } } })
    expect(JSON.stringify([await gateway.ask(), gateway.logged])).not.toContain('sk/test')
    const escaping = modelOf({ status: 401, body: '{"error":{"message":"No such key: sk\\/test"}}' })
    expect(JSON.stringify([await escaping.ask(), escaping.logged])).not.toContain('sk/test')
  })

  test('whose answer has too many values is refused, and other requests are served while it is read', async () => {
    const { ask, asked } = modelOf(said(`{"price":[${'[],'.repeat(120_000)}0]}`), said(good))
    const turns = countTurns()
    expect(await ask()).toEqual({ code: 'extraction_failed', details: { reason: 'too_large', calls: 1 } })
    expect([turns.end() > 3, asked.length]).toEqual([true, 1])
  })

  test('whose text comes in very many parts is read up to a limit', async () => {
    const content = [...Array.from({ length: 1000 }, () => ({ text: ' ' })), { text: JSON.stringify(good) }]
    const { ask } = modelOf({ body: { choices: [{ message: { content } }] } })
    expect(await ask({ calls: 1 })).toMatchObject({ details: { reason: 'invalid_answer', issues: ['it is not JSON'] } })
  })

  test('that refuses at length is understood by the beginning', async () => {
    const message = `${NO_SCHEMA} ${'x'.repeat(100_000)} temperature`
    const { ask, asked } = modelOf(refused(400, { message }), said(good))
    expect(await ask()).toMatchObject({ value: good })
    expect(formatsOf(asked)).toEqual(['json_schema', 'json_object'])
  })

  test('whose reasoning tokens are implausible is charged without them', async () => {
    const usage = { completion_tokens: 90, completion_tokens_details: { reasoning_tokens: 1e15 } }
    expect(await modelOf(said(good, usage)).ask()).toMatchObject({
      value: good,
      usage: { completion: 90, reasoning: 0 },
    })
  })

  test.each([
    ['within the completion', { completion_tokens: 90, total_tokens: 100 }, 80, 80],
    ['beside the completion', { prompt_tokens: 10, completion_tokens: 90, total_tokens: 2100 }, 2000, 2000],
    ['beyond all tokens', { prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 }, 900_000, 90],
    ['beyond any answer', { completion_tokens: 9e6, total_tokens: 9e6 }, 9e6, 0],
  ])('counts reasoning tokens %s', async (_, usage, reasoning_tokens, counted) => {
    const stated = { ...usage, completion_tokens_details: { reasoning_tokens } }
    expect(await modelOf(said(good, stated)).ask()).toMatchObject({ usage: { reasoning: counted } })
  })

  test.each([
    ['length', 'truncated'],
    ['model_length', 'truncated'],
    ['content_filter', 'content_filter'],
    ['content_filter: RECITATION', 'content_filter'],
    ['content_filter: PROHIBITED_CONTENT', 'content_filter'],
  ])('that ends by %s is not asked again', async (finish_reason, reason) => {
    const { ask, asked } = modelOf({ body: { choices: [{ finish_reason, message: {} }] } }, said(good))
    expect(await ask()).toMatchObject({ code: 'extraction_failed', details: { reason, calls: 1 } })
    expect(asked).toHaveLength(1)
  })

  test.each(['error', 'insufficient_system_resource'])('that ends by %s is asked again', async (finish_reason) => {
    const broken: Reply = { body: { choices: [{ finish_reason, error: { code: 502 }, message: { content: '' } }] } }
    expect(await modelOf(broken, said(good)).ask()).toMatchObject({ value: good, calls: 2 })
    expect(await modelOf(broken).ask({ calls: 1 })).toMatchObject({ details: { reason: 'model_error', calls: 1 } })
  })

  test('with a long Retry-After is not asked again', async () => {
    const { ask, asked } = modelOf(refused(429, {}, { 'retry-after': '31' }), said(good))
    expect(await ask()).toMatchObject({ details: { reason: 'rate_limited', calls: 1 } })
    expect(asked).toHaveLength(1)
  })

  test('does not hide errors of the program', async () => {
    const { ask, logged } = modelOf(new TypeError('broken'), said(good))
    await expect(ask()).rejects.toThrow('broken')
    expect(logged).toEqual([])
  })
})
