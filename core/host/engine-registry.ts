import { deadline, endOnAbort } from '../abort.ts'
import { blocked, findBlock } from '../bot-detection/find-block.ts'
import type {
  Attempt,
  Capability,
  Engine,
  EngineContext,
  EngineDefinition,
  EngineKit,
  EngineSupports,
  Page,
  PageRequest,
  Ready,
} from '../contracts/engine.ts'
import { ApiError, isApiError } from '../errors.ts'
import { join } from '../fetch/stream.ts'
import { PageTime } from '../page-time.ts'
import { askInTime } from './provider-health.ts'
import { checkEngine, checkPage } from './shapes/check-page.ts'

/** What a request asks of an engine, and which of its parameters asks. */
export type Needs = Partial<Record<Capability, string>>

export interface EngineInfo {
  name: string
  aliases: readonly string[]
  supports: EngineSupports
  state: Ready
}

/** What the registry gives: the page with its whole body, and the engine that got it. */
export interface FetchedPage extends Omit<Page, 'body'> {
  engine: string
  body: Uint8Array
  trace: Attempt[]
}

/**
 * The engines that are installed. It chooses, refuses what an engine cannot do, keeps the time and words failures.
 */
export interface Engines {
  /** Every name that the `engine` parameter takes, aliases included. */
  readonly names: readonly string[]
  /** Throws 400 `invalid_options` when the named engine is not installed or cannot do what is asked. */
  check(engine: string | undefined, needs: Needs): void
  /** What the named engine can do; nothing for a name that is not installed. */
  supports(name: string): EngineSupports
  /**
   * Gets a page with the named engine, or with the cheapest that is ready and can do what is asked. Throws ApiError:
   * `engine_unavailable` (503; details `engine`, `reason`, `remedy`), `scraping_failed` for a bot block in place of
   * the page (reason `blocked`, `vendor`), and what `GuardedFetch` throws.
   */
  fetch(request: PageRequest, context: EngineContext, engine?: string): Promise<FetchedPage>
  /** What each engine can do, and whether it can do so here. */
  list(): Promise<EngineInfo[]>
  close(): Promise<void>
}

/** Which capabilities a request needs, by the parameter that asks for each. */
export function needsOf(request: Partial<PageRequest>): Needs {
  const needs: Needs = {}
  const script = (['javascript', 'executeJS', 'waitForSelector'] as const).find((name) => request[name])
  if (script) needs.javascript = script
  if (request.actions?.length) needs.actions = 'actions'
  if (request.screenshot) needs.screenshot = 'screenshot'
  if (request.pdf) needs.pdf = 'pdf'
  if (request.stealth) needs.stealth = 'stealth'
  if (request.mobile && Object.keys(needs).length > 0) needs.mobile = 'mobile'
  if (request.proxy) needs.proxy = 'useProxy'
  return needs
}

const words: Record<Capability, string> = {
  javascript: 'run script',
  actions: 'perform actions',
  screenshot: 'take screenshots',
  pdf: 'print PDF',
  stealth: 'pass for a visitor',
  mobile: 'act as a mobile device',
  proxy: 'use a proxy',
}

interface Entry {
  definition: EngineDefinition
  kit: EngineKit
  state?: Promise<Ready>
  engine?: Promise<Engine>
}

/** The whole body, within the limit that the request sets. */
async function readAll(body: Page['body'], { maxBytes, url }: PageRequest, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = () =>
    new ApiError('scraping_failed', `The page is larger than ${maxBytes} bytes`, {
      url: url.href,
      reason: 'too_large',
    })
  if (body instanceof Uint8Array) {
    if (body.byteLength > maxBytes) throw tooLarge()
    return body
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  // Nobody waits for the rest, so its sender need not send it.
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(value)
    }
    signal.throwIfAborted()
  } catch (error) {
    cancel()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return join(chunks)
}

/** What an engine threw, as the caller sees it. */
function toApiError(error: unknown, url: URL, engine: string): ApiError {
  if (!isApiError(error)) {
    const message = `Engine ${engine} could not get the page`
    return new ApiError('scraping_failed', message, { url: url.href, engine }, { cause: error })
  }
  const { code, message, details, status } = error
  return code === 'engine_unavailable'
    ? new ApiError(code, message, { engine, ...details }, { status, cause: error })
    : error
}

/**
 * How long a "cannot run here" holds before it is asked again, in ms: a browser may have been installed meanwhile.
 */
const RETRY_READY = 30_000
/** Milliseconds that an engine may take to close: nobody knows whether it ever will. */
const CLOSE_PATIENCE = 10_000
/** Milliseconds in which an engine says whether it can run here, as `/health` waits for it. */
const READY_PATIENCE = 15_000

/** `fetched` is told of each page: the engine, `ok` or the code of the failure, and how long it took. */
export function createEngines(
  definitions: readonly EngineDefinition[],
  kitOf: (definition: EngineDefinition) => EngineKit,
  fetched: (engine: string, outcome: string, ms: number) => void = () => {},
): Engines {
  const entries = definitions
    .map((definition): Entry => ({ definition, kit: kitOf(definition) }))
    .sort((a, b) => (a.definition.cost ?? 100) - (b.definition.cost ?? 100))
  const byName = new Map<string, Entry>()
  for (const entry of entries)
    for (const name of [entry.definition.name, ...(entry.definition.aliases ?? [])]) byName.set(name, entry)

  const lacks = ({ definition: { supports } }: Entry, needs: Needs) =>
    (Object.keys(needs) as Capability[]).filter((capability) => !supports[capability])

  const readiness = (entry: Entry): Promise<Ready> => {
    if (entry.state) return entry.state
    const { definition, kit } = entry
    const ask = async () => (definition.ready ? definition.ready(kit) : { ready: true as const })
    const state = askInTime(ask, { patience: READY_PATIENCE, remedy: 'See the log, or `weir doctor`' })
    const forget = () => {
      if (entry.state === state) entry.state = undefined
    }
    entry.state = state
    void state.then(({ ready }) => {
      if (!ready) setTimeout(forget, RETRY_READY).unref()
    })
    return state
  }

  const open = (entry: Entry): Promise<Engine> => {
    if (entry.engine) return entry.engine
    const engine = Promise.resolve(entry.definition.open(entry.kit)).then(checkEngine)
    entry.engine = engine
    // One that failed to open is tried again by the next request.
    engine.catch(() => {
      entry.engine = undefined
    })
    return engine
  }

  const unavailable = (engine: string | null, reason: string, remedy: string) =>
    new ApiError(
      'engine_unavailable',
      `${engine ? `Engine ${engine} cannot run here` : 'No engine here can do this'}: ${reason}. ${remedy}`,
      { engine, reason, remedy },
    )

  const named = (name: string): Entry => {
    const entry = byName.get(name)
    if (!entry)
      throw new ApiError('invalid_options', `engine must be one of: ${[...byName.keys()].join(', ')}`, {
        parameter: 'engine',
      })
    return entry
  }

  const check = (name: string | undefined, needs: Needs) => {
    if (name === undefined) return
    const entry = named(name)
    const [lacking] = lacks(entry, needs)
    if (!lacking) return
    const able = entries.filter((other) => lacks(other, needs).length === 0).map(({ definition }) => definition.name)
    const remedy = able.length > 0 ? `leave engine out, or use ${able.join(' or ')}` : 'leave it out'
    throw new ApiError(
      'invalid_options',
      `Engine ${entry.definition.name} cannot ${words[lacking]}, which ${needs[lacking]} asks for: ${remedy}`,
      { parameter: needs[lacking], engine: entry.definition.name },
    )
  }

  const choose = async (name: string | undefined, needs: Needs): Promise<Entry> => {
    check(name, needs)
    const candidates = name === undefined ? entries.filter((entry) => lacks(entry, needs).length === 0) : [named(name)]
    let first: { entry: Entry; state: Ready & { ready: false } } | undefined
    for (const entry of candidates) {
      const state = await readiness(entry)
      if (state.ready) return entry
      first ??= { entry, state }
    }
    if (first) throw unavailable(first.entry.definition.name, first.state.reason, first.state.remedy)
    const capability = (Object.keys(needs) as Capability[]).find((one) =>
      entries.every(({ definition }) => !definition.supports[one]),
    )
    const reason = capability
      ? `none of those enabled can ${words[capability]}`
      : 'no single engine can do all that is asked'
    throw unavailable(
      null,
      reason,
      'Enable an engine that can with WEIR_ENGINES; `weir doctor` tells what runs on this machine',
    )
  }

  return {
    names: [...byName.keys()],
    check,
    supports: (name) => byName.get(name)?.definition.supports ?? {},

    async fetch(request, context, name) {
      const started = performance.now()
      let engine = ''
      using time = new PageTime(request, context.signal)
      const { signal } = time
      // An engine that takes long to say that it is ready, or to open, takes the time of those who wait for it.
      const visit = async () => {
        signal.throwIfAborted()
        const entry = await choose(name, needsOf(request))
        engine = entry.definition.name
        const opened = await open(entry)
        signal.throwIfAborted()
        const got = checkPage(await opened.fetch(request, { ...context, signal }))
        const whole = { ...got, body: await readAll(got.body, request, signal) }
        const block = findBlock(whole)
        if (block) throw blocked(request.url, block, request.stealth)
        return whole
      }
      try {
        const page = await time.wait(visit())
        const ms = performance.now() - started
        fetched(engine, 'ok', ms)
        const last = { engine, url: page.url.href, status: page.status, reason: null, ms: Math.round(ms) }
        await context.yieldToEventLoop?.()
        return { ...page, engine, trace: [...(page.trace ?? []), last] }
      } catch (error) {
        if (engine === '') throw error
        const failure = toApiError(error, request.url, engine)
        fetched(engine, context.signal.aborted ? 'aborted' : failure.code, performance.now() - started)
        throw failure
      }
    },

    list: () =>
      Promise.all(
        entries.map(async (entry) => {
          const { name, aliases = [], supports } = entry.definition
          return { name, aliases, supports, state: await readiness(entry) }
        }),
      ),

    async close() {
      const closed = entries.map(async ({ engine }) => {
        using time = deadline(new AbortController().signal, CLOSE_PATIENCE)
        await endOnAbort(Promise.resolve(engine?.then((open) => open.close?.())), time.signal)
      })
      await Promise.allSettled(closed)
    },
  }
}
