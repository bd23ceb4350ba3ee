import { describe, expect, jest, test } from 'bun:test'
import type {
  EngineContext,
  EngineDefinition,
  EngineKit,
  EngineSupports,
  Page,
  PageRequest,
  Ready,
} from '../../../../core/contracts/engine.ts'
import { ApiError } from '../../../../core/errors.ts'
import { createEngines } from '../../../../core/host/engines/engine-registry.ts'
import { needsOf } from '../../../../core/host/engines/needs.ts'

const context: EngineContext = {
  signal: new AbortController().signal,
  account: { id: 'usr_1', email: 'a@example.com', plan: 'free', role: 'user' },
  priority: 'medium',
}
const url = new URL('http://example.com/')
const request = (more: Partial<PageRequest> = {}): PageRequest => ({ url, timeout: 1000, maxBytes: 1000, ...more })
const page = (body: Page['body']): Page => ({ url, status: 200, headers: new Headers(), body })

interface Made {
  name: string
  cost?: number
  supports?: EngineSupports
  ready?: Ready
  fetch?: (request: PageRequest, context: EngineContext) => Promise<Page>
}
const engine = ({
  name,
  cost,
  supports = {},
  ready,
  fetch = async () => page(new TextEncoder().encode(name)),
}: Made): EngineDefinition => ({
  name,
  api: 1,
  supports,
  cost,
  ...(ready && { ready: async () => ready }),
  open: () => ({ fetch }),
})
const registry = (...made: Made[]) => createEngines(made.map(engine), () => ({}) as EngineKit)
const plain = { name: 'plain', cost: 1 }
const browser = { name: 'browser', cost: 50, supports: { javascript: true, screenshot: true } } satisfies Made

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('the choice of an engine', () => {
  test('is the cheapest engine that has the required features', async () => {
    const engines = registry(browser, plain)
    expect((await engines.fetch(request(), context)).engine).toBe('plain')
    expect((await engines.fetch(request({ javascript: true }), context)).engine).toBe('browser')
  })

  test('skips an engine that cannot run here', async () => {
    const engines = registry(
      { ...browser, ready: { ready: false, reason: 'no browser', remedy: 'install one' } },
      { ...browser, name: 'second', cost: 60 },
    )
    expect((await engines.fetch(request({ javascript: true }), context)).engine).toBe('second')
  })

  test('says why none can run here, and what to do', async () => {
    const engines = registry(plain, {
      ...browser,
      ready: { ready: false, reason: 'no browser was found', remedy: 'Install one' },
    })
    const { status, code, details } = await failureOf(engines.fetch(request({ screenshot: 'viewport' }), context))
    expect({ status, code, details }).toEqual({
      status: 503,
      code: 'engine_unavailable',
      details: { engine: 'browser', reason: 'no browser was found', remedy: 'Install one' },
    })
  })

  test('says which engine failed to run although it was ready', async () => {
    const cause = new ApiError('engine_unavailable', 'It did not start', { reason: 'none', remedy: 'Look' })
    const engines = registry({ ...browser, fetch: () => Promise.reject(cause) })
    const { status, code, details } = await failureOf(engines.fetch(request({ javascript: true }), context))
    expect({ status, code, details }).toEqual({
      status: 503,
      code: 'engine_unavailable',
      details: { engine: 'browser', reason: 'none', remedy: 'Look' },
    })
  })

  const strange: [string, () => unknown, string][] = [
    [
      'throws at once',
      () => {
        throw new Error('no such setting')
      },
      'no such setting',
    ],
    ['returns nothing', () => undefined, 'it says neither that it is ready nor a reason and a remedy'],
    ['gives no reason', () => ({ ready: false }), 'it says neither that it is ready nor a reason and a remedy'],
  ]
  test.each(strange)('treats an engine whose ready check %s as not ready', async (_, ready, reason) => {
    const open = () => ({ fetch: async () => page(new Uint8Array()) })
    const definition = { name: 'strange', api: 1, supports: {}, open, ready } as EngineDefinition
    const engines = createEngines([definition], () => ({}) as EngineKit)
    expect(await engines.list()).toMatchObject([{ state: { ready: false, reason } }])
    expect((await failureOf(engines.fetch(request(), context))).details).toMatchObject({ engine: 'strange', reason })
  })

  test('treats an engine whose ready check never ends as not ready', async () => {
    const never = { name: 'never', api: 1, supports: {}, open: () => ({}), ready: () => new Promise(() => {}) }
    jest.useFakeTimers()
    try {
      const asked = createEngines([never as never], () => ({}) as EngineKit).list()
      jest.advanceTimersByTime(15_000)
      expect(await asked).toMatchObject([{ state: { ready: false, reason: 'it did not answer within 15 s' } }])
    } finally {
      jest.useRealTimers()
    }
  })

  test('checks an engine that is not ready again after half a minute, and no sooner', async () => {
    const states: Ready[] = [{ ready: false, reason: 'no browser', remedy: 'install one' }, { ready: true }]
    let asked = 0
    const definition: EngineDefinition = { ...engine({ name: 'late' }), ready: async () => states[asked++]! }
    jest.useFakeTimers()
    try {
      const engines = createEngines([definition], () => ({}) as EngineKit)
      const isReady = async () => (await engines.list())[0]!.state.ready
      expect([await isReady(), await isReady()]).toEqual([false, false])
      jest.advanceTimersByTime(29_999)
      expect(await isReady()).toBe(false)
      jest.advanceTimersByTime(1)
      expect([await isReady(), await isReady(), asked]).toEqual([true, true, 2])
    } finally {
      jest.useRealTimers()
    }
  })

  test('is counted for no engine if none was chosen', async () => {
    const counted = jest.fn()
    const engines = createEngines([engine(plain)], () => ({}) as EngineKit, counted)
    await failureOf(engines.fetch(request({ pdf: true }), context))
    expect(counted.mock.calls).toEqual([])
    await engines.fetch(request(), context)
    expect(counted.mock.calls).toEqual([['plain', 'ok', expect.any(Number)]])
  })

  test('says so if no engine at all has the required features', async () => {
    const { code, details } = await failureOf(registry(plain).fetch(request({ pdf: true }), context))
    expect(code).toBe('engine_unavailable')
    expect(details).toMatchObject({ engine: null, reason: 'none of those enabled can print PDF' })
    expect(() => registry(plain).check(undefined, needsOf(request({ pdf: true })))).toThrow(
      'No engine here can do this',
    )
  })

  test('refuses a named engine that lacks a feature or is not installed, and names those that have it', () => {
    const engines = registry(plain, browser)
    expect(() => engines.check('plain', needsOf({ javascript: true }))).toThrow(
      'Engine plain cannot run script, which javascript asks for: leave engine out, or use browser',
    )
    expect(() => engines.check('steam', {})).toThrow('engine must be one of: plain, browser')
  })
})

describe('the registry', () => {
  test('ends an engine that ignores its timeout', async () => {
    const engines = registry({ name: 'deaf', fetch: () => new Promise(() => {}) })
    expect((await failureOf(engines.fetch(request({ timeout: 30 }), context))).code).toBe('timeout')
  })

  test('ends a body that does not arrive in time', async () => {
    const engines = registry({ name: 'drip', fetch: async () => page(new ReadableStream()) })
    expect((await failureOf(engines.fetch(request({ timeout: 30 }), context))).code).toBe('timeout')
  })

  test('refuses a body over the limit, streamed or whole', async () => {
    const cancel = jest.fn()
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(400))
    const endless = new ReadableStream<Uint8Array>({ pull, cancel })
    for (const body of [endless, new Uint8Array(1001)]) {
      const engines = registry({ name: 'large', fetch: async () => page(body) })
      expect((await failureOf(engines.fetch(request(), context))).details.reason).toBe('too_large')
    }
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  test('replaces the message of an unknown error of an engine, and keeps an ApiError', async () => {
    const broken = registry({ name: 'broken', fetch: async () => Promise.reject(new Error('secret path')) })
    const failure = await failureOf(broken.fetch(request(), context))
    expect([failure.code, failure.message.includes('secret')]).toEqual(['scraping_failed', false])
    const worded = registry({
      name: 'worded',
      fetch: async () => Promise.reject(new ApiError('invalid_url', 'no', { reason: 'dns' })),
    })
    expect((await failureOf(worded.fetch(request(), context))).details.reason).toBe('dns')
  })

  const slow: [string, Partial<EngineDefinition>][] = [
    ['opens slowly', { open: () => new Promise(() => {}) }],
    ['is slow to report that it is ready', { ready: () => new Promise(() => {}) }],
    ['reads slowly', { open: () => ({ fetch: async () => page(new ReadableStream()) }) }],
  ]
  test.each(slow)('ends an engine that %s at the timeout, or when the caller has gone', async (_, more) => {
    const open = () => ({ fetch: () => new Promise<never>(() => {}) })
    const engines = createEngines([{ name: 'slow', api: 1, supports: {}, open, ...more }], () => ({}) as EngineKit)
    const { code, details } = await failureOf(engines.fetch(request({ timeout: 30 }), context))
    expect([code, details]).toEqual(['timeout', { url: url.href, timeout: 30 }])
    const controller = new AbortController()
    const gone = engines.fetch(request(), { ...context, signal: controller.signal }).catch((error: Error) => error)
    controller.abort(new Error('gone'))
    expect(String(await gone)).toMatch(/gone|could not get/)
  })

  test('closes the other engines even if one never opens, or never closes', async () => {
    const forever = () => new Promise<never>(() => {})
    const opening: EngineDefinition = { name: 'opening', api: 1, supports: {}, open: forever }
    const closing = { ...engine({ name: 'closing' }), open: () => ({ fetch: forever, close: forever }) }
    const close = jest.fn()
    const other = { ...engine({ name: 'other' }), open: () => ({ fetch: forever, close }) }
    const engines = createEngines([opening, closing, other], () => ({}) as EngineKit)
    for (const name of ['opening', 'closing', 'other'])
      expect((await failureOf(engines.fetch(request({ timeout: 30 }), context, name))).code).toBe('timeout')
    jest.useFakeTimers()
    try {
      const closed = engines.close()
      jest.advanceTimersByTime(10_000)
      expect([await closed, close.mock.calls.length]).toEqual([undefined, 1])
    } finally {
      jest.useRealTimers()
    }
  })

  test('leaves no unhandled rejection if an engine opens after its caller has gone', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    const opened = Promise.withResolvers<{ fetch: () => Promise<Page> }>()
    const definition: EngineDefinition = { name: 'late', api: 1, supports: {}, open: () => opened.promise }
    const engines = createEngines([definition], () => ({}) as EngineKit)
    const controller = new AbortController()
    const gone = engines.fetch(request(), { ...context, signal: controller.signal })
    gone.catch(() => {})
    await Bun.sleep(1)
    controller.abort(new Error('gone'))
    await Bun.sleep(1)
    const fetch = jest.fn(async () => page(new Uint8Array()))
    opened.resolve({ fetch })
    await gone.catch(() => {})
    await Bun.sleep(10)
    process.off('unhandledRejection', note)
    expect([rejections, fetch.mock.calls]).toEqual([[], []])
    expect((await engines.fetch(request(), context)).engine).toBe('late')
  })

  test('cancels a body that nobody waits for any more, or that comes too late', async () => {
    const cancel = jest.fn()
    const late = Promise.withResolvers<void>()
    for (const wait of [undefined, late.promise]) {
      const body = new ReadableStream<Uint8Array>({ cancel })
      const fetch = async () => {
        await wait
        return page(body)
      }
      await failureOf(registry({ name: 'drip', fetch }).fetch(request({ timeout: 20 }), context))
    }
    expect(cancel).toHaveBeenCalledTimes(1)
    late.resolve()
    await Bun.sleep(1)
    expect(cancel).toHaveBeenCalledTimes(2)
  })

  test('opens an engine once, and tries again if it failed to open', async () => {
    let opened = 0
    const definition: EngineDefinition = {
      name: 'shy',
      api: 1,
      supports: {},
      open: async () => {
        opened++
        if (opened === 1) throw new Error('not yet')
        return { fetch: async () => page(new Uint8Array()) }
      },
    }
    const engines = createEngines([definition], () => ({}) as EngineKit)
    await failureOf(engines.fetch(request(), context))
    await Promise.all([engines.fetch(request(), context), engines.fetch(request(), context)])
    expect(opened).toBe(2)
  })
})
