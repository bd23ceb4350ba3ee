import { blocked, findBlock } from '../../bot-detection/find-block.ts'
import type {
  Attempt,
  EngineContext,
  EngineDefinition,
  EngineKit,
  EngineSupports,
  Page,
  PageRequest,
  Ready,
} from '../../contracts/engine.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { PageTime } from '../../page-time.ts'
import { checkPage } from '../shapes/check-page.ts'
import { createEngineChoice } from './choose-engine.ts'
import { InstalledEngine } from './installed-engine.ts'
import { type Needs, needsOf } from './needs.ts'
import { readBody } from './read-body.ts'

export interface EngineInfo {
  name: string
  aliases: readonly string[]
  supports: EngineSupports
  state: Ready
}

/** What the registry returns: the page with its whole body, and the engine that fetched it. */
export interface FetchedPage extends Omit<Page, 'body'> {
  engine: string
  body: Uint8Array
  trace: Attempt[]
}

/** The installed engines: chooses one, refuses what it cannot do, enforces the timeout and words failures. */
export interface Engines {
  /** Every name that the `engine` parameter accepts, aliases included. */
  readonly names: readonly string[]
  /**
   * Throws 400 `invalid_options` if the named engine is not installed or lacks a needed capability, and 503
   * `engine_unavailable` if none is named and no enabled one has what is needed.
   */
  check(engine: string | undefined, needs: Needs): void
  /** The engine's own name for any of its names; a name that is not installed as it is. */
  nameOf(name: string): string
  /** The capabilities of the named engine; none for a name that is not installed. */
  supports(name: string): EngineSupports
  /**
   * Fetches a page with the named engine, or with the cheapest that is ready and has what is needed. Throws ApiError:
   * `engine_unavailable` (503; details `engine`, `reason`, `remedy`), `scraping_failed` for a bot block instead of
   * the page (reason `blocked`, `vendor`), and whatever `GuardedFetch` throws.
   */
  fetch(request: PageRequest, context: EngineContext, engine?: string): Promise<FetchedPage>
  /** The capabilities of each engine, and whether it can run here. */
  list(): Promise<EngineInfo[]>
  close(): Promise<void>
}

/** An engine's error, as the caller sees it. */
function toApiError(error: unknown, url: URL, engine: string): ApiError {
  if (!isApiError(error)) {
    const message = `Engine ${engine} could not get the page`
    return new ApiError('scraping_failed', message, { url: url.href, engine }, { cause: error })
  }
  return error.code === 'engine_unavailable' ? error.with({ details: { engine, ...error.details } }) : error
}

/** `fetched` is called for each page with the engine, `ok` or the error code, and the duration. */
export function createEngines(
  definitions: readonly EngineDefinition[],
  kitOf: (definition: EngineDefinition) => EngineKit,
  fetched: (engine: string, outcome: string, ms: number) => void = () => {},
): Engines {
  const engines = definitions
    .map((definition) => new InstalledEngine(definition, kitOf(definition)))
    .sort((a, b) => (a.definition.cost ?? 100) - (b.definition.cost ?? 100))
  const { byName, check, choose } = createEngineChoice(engines)

  return {
    names: [...byName.keys()],
    check,
    nameOf: (name) => byName.get(name)?.name ?? name,
    supports: (name) => byName.get(name)?.definition.supports ?? {},

    async fetch(request, context, name) {
      const started = performance.now()
      let engine = ''
      using time = new PageTime(request, context.signal)
      const { signal } = time
      // An engine that is slow to report ready, or to open, uses up the time of the requests that wait for it.
      const visit = async () => {
        signal.throwIfAborted()
        const chosen = await choose(name, needsOf(request))
        engine = chosen.name
        const opened = await chosen.open()
        signal.throwIfAborted()
        const got = checkPage(await opened.fetch(request, { ...context, signal }))
        const whole = { ...got, body: await readBody(got.body, request, signal) }
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
        engines.map(async (engine) => {
          const { name, aliases = [], supports } = engine.definition
          return { name, aliases, supports, state: await engine.readiness() }
        }),
      ),

    async close() {
      await Promise.allSettled(engines.map((engine) => engine.close()))
    },
  }
}
