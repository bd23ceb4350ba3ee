import { type ApiError, isApiError } from 'weirjs'
import type { SearchQuery, Source } from '../service.ts'
import { askProviders, type ProviderResults } from './ask-providers.ts'
import type { CleanHit } from './clean-hits.ts'

/** The results by source. */
export interface FoundSources extends Omit<ProviderResults, 'hits'> {
  hits: Partial<Record<Source, CleanHit[]>>
  /** The number of sources that answered. */
  answered: number
}

type Providers = Parameters<typeof askProviders>[0]
type Ports = Parameters<typeof askProviders>[2]

interface SourcesQuery {
  name: string
  query: Omit<SearchQuery, 'source'>
  wanted: readonly Source[]
  signal: AbortSignal
}

/**
 * Searches each wanted source. A source that fails while others succeed becomes a warning, and does not count as
 * answered. If all fail, throws the first error, as `askProviders` does.
 */
export async function askSources(
  providers: Providers,
  { name, query, wanted, signal }: SourcesQuery,
  ports: Ports,
): Promise<FoundSources> {
  const outcomes = await Promise.all(
    wanted.map(async (source) => {
      try {
        return { source, found: await askProviders(providers, { name, query: { ...query, source }, signal }, ports) }
      } catch (error) {
        if (!isApiError(error)) throw error
        return { source, error }
      }
    }),
  )
  const answers = outcomes.flatMap(({ source, found }) => (found ? [{ source, found }] : []))
  const [first] = answers
  if (!first) throw outcomes[0]?.error as ApiError
  const failures = outcomes.flatMap(({ source, error }) =>
    error ? [`The response has no ${source}: ${error.message}`] : [],
  )
  const silent = new Map(answers.flatMap(({ found }) => found.silent.map((one) => [one.name, one] as const)))
  return {
    provider: first.found.provider,
    hits: Object.fromEntries(outcomes.map(({ source, found }) => [source, found?.hits ?? []])),
    warnings: [...answers.flatMap(({ found }) => found.warnings), ...failures],
    silent: [...silent.values()],
    degraded: failures.length > 0 || answers.some(({ found }) => found.degraded),
    answered: answers.length,
  }
}
