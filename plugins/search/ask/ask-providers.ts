import { ApiError, describeError, isApiError, type Log, type Provider } from 'weirjs'
import type { ProviderRole, SearchProvider, SearchQuery, SilentSource, Source } from '../service.ts'
import type { Circuit } from './circuit.ts'
import type { CleanHit } from './clean-hits.ts'

/** The results of a provider. */
export interface ProviderResults {
  provider: string
  hits: CleanHit[]
  warnings: string[]
  silent: SilentSource[]
  /** Whether a source or a provider failed to answer. */
  degraded: boolean
}

type Providers = readonly Provider<SearchProvider>[]

/** Milliseconds for all providers together. */
const TIME = 20_000

const roleOf = ({ service }: Provider<SearchProvider>): ProviderRole => service.role ?? 'default'
const isSetUp = ({ service }: Provider<SearchProvider>) => service.missing === undefined

/**
 * The providers to ask, in order. Only `default_provider` has fallbacks; a provider that the caller named has none.
 * Source: spec section 4.8, decisions 7.1.
 */
function choose(providers: Providers, name: string): Providers {
  const of = (...roles: ProviderRole[]) => providers.filter((one) => roles.includes(roleOf(one)))
  if (name === 'default_provider') {
    const web = [...of('default'), ...of('alternative')].filter(isSetUp)
    const chosen = web.some((one) => roleOf(one) === 'default') ? web : of('own').filter(isSetUp).slice(0, 1)
    return chosen.length > 0 ? chosen : providers.slice(0, 1)
  }
  if (name === 'alternative_provider') {
    const all = of('alternative')
    return (all.some(isSetUp) ? all.filter(isSetUp) : all).slice(0, 1)
  }
  return providers.filter((one) => one.name === name)
}

/**
 * Asks the provider with this name; for `default_provider`, asks the next one if it fails. Throws `search_failed`,
 * 400 for a source that the provider does not search, and 501 `not_configured` for a provider that is not set up.
 */
export async function askProviders(
  providers: Providers,
  { name, query, signal }: { name: string; query: SearchQuery; signal: AbortSignal },
  { circuit, log }: { circuit: Circuit; log: Log },
): Promise<ProviderResults> {
  const chosen = choose(providers, name)
  const [first] = chosen
  if (!first) throw new ApiError('not_configured', `No search provider is available for ${name}`, { provider: name })
  if (first.service.missing) throw first.service.missing
  const knowing = chosen.filter(({ service }) => (service.sources ?? WEB).includes(query.source))
  if (knowing.length === 0) throw knowsNone(first.name, query.source)
  const time = AbortSignal.any([signal, AbortSignal.timeout(TIME)])
  const failures = new Map<string, ApiError>()
  for (const { name } of knowing) {
    const resting = circuit.resting(name, query.source)
    if (resting) failures.set(name, resting.failure)
  }
  // A provider that failed recently may have recovered, so it is asked last. One that asked for a pause is not asked.
  const rests = ({ name }: Provider<SearchProvider>) => Number(failures.has(name))
  let hasWholeTime = true
  for (const one of knowing.toSorted((a, b) => rests(a) - rests(b))) {
    const { name } = one
    try {
      const resting = circuit.resting(name, query.source)
      if (resting?.asked) throw resting.failure
      const shared = { caller: signal, time, hasWholeTime }
      hasWholeTime = false
      const found = await ask(one, query, shared, circuit)
      const before = knowing.slice(0, knowing.indexOf(one))
      return withFailures(
        found,
        before.map(({ name }) => ({ name, error: failures.get(name)! })),
      )
    } catch (error) {
      signal.throwIfAborted()
      failures.set(name, toSearchFailed(name, error))
      log.warn('A search provider failed', { provider: name, cause: describeError(error) })
    }
  }
  throw failures.get(knowing[0]!.name)!
}

/** The sources of a provider that declares none. */
const WEB: readonly Source[] = ['web']

const knowsNone = (provider: string, source: Source) =>
  new ApiError('invalid_request', `The search provider ${provider} does not search ${source}`, {
    parameter: 'sources',
    provider,
  })

async function ask(
  { name, service }: Provider<SearchProvider>,
  query: SearchQuery,
  { caller, time, hasWholeTime }: { caller: AbortSignal; time: AbortSignal; hasWholeTime: boolean },
  circuit: Circuit,
): Promise<ProviderResults> {
  try {
    const { hits, warnings = [], silent = [] } = await service.search(query, time)
    circuit.succeeded(name, query.source)
    // Loaded with the first results, as it includes the names of all HTML entities.
    const { cleanHits } = await import('./clean-hits.ts')
    return {
      provider: name,
      hits: cleanHits(hits, query),
      warnings: [...warnings],
      silent,
      degraded: silent.length > 0,
    }
  } catch (error) {
    // That a caller has disconnected, or that another provider took the time, says nothing about this one.
    const wasCut = caller.aborted || (time.aborted && !hasWholeTime)
    if (!wasCut && !refusesQuery(error)) circuit.failed(name, query.source, toSearchFailed(name, error))
    throw error
  }
}

/** The statuses of a provider that refuses this query: its parameters, or its length. */
const OF_QUERY: ReadonlySet<unknown> = new Set([400, 414, 422])

const refusesQuery = (error: unknown) =>
  isApiError(error) &&
  error.retryAfter === undefined &&
  error.details.reason === 'status' &&
  OF_QUERY.has(error.details.status)

/** Adds a warning for each provider that did not answer, and for each silent source of the one that did. */
function withFailures(found: ProviderResults, failures: readonly { name: string; error: ApiError }[]): ProviderResults {
  const { provider, silent, warnings } = found
  const instead = failures.map(({ name, error }) => `${provider} was used instead of ${name}: ${error.message}`)
  const sources = silent.map(({ name, reason }) => `${name} (${reason})`).join(', ')
  const lacks = silent.length > 0 ? [`Results may be missing: sources of ${provider} did not respond: ${sources}`] : []
  return { ...found, warnings: [...instead, ...warnings, ...lacks], degraded: found.degraded || failures.length > 0 }
}

/** Converts any error of a provider to `search_failed`. */
const toSearchFailed = (provider: string, error: unknown): ApiError =>
  isApiError(error) && error.code === 'search_failed'
    ? error
    : new ApiError(
        'search_failed',
        `The search provider ${provider} failed; see the log for the reason`,
        { provider, reason: isApiError(error) ? error.code : 'failed' },
        { cause: error },
      )
