import { type Check, type GuardedFetch, isApiError } from 'weirjs'
import { askBrave } from './brave.ts'
import { askForNothing } from './searxng.ts'
import type { ProviderSettings } from './settings.ts'

interface Tried {
  /** The setting to check first if the service fails. */
  setting: string
  address(config: ProviderSettings): string | undefined
  /** Throws like a search. */
  ask(fetch: GuardedFetch, config: ProviderSettings, context: { now: number; signal: AbortSignal }): Promise<void>
}

const checkOf = (name: string, { setting, address, ask }: Tried): Check<ProviderSettings> => ({
  name: `search.providers ${name}`,
  async run({ config, clock, operatorFetch }, signal) {
    const url = address(config)
    if (url === undefined)
      return { ready: false, configured: false, reason: 'It is not configured', remedy: `Set ${setting}` }
    try {
      await ask(operatorFetch(url), config, { now: clock.now(), signal })
      return { ready: true, detail: `answers at ${url}` }
    } catch (error) {
      if (!isApiError(error)) throw error
      const why = error.cause instanceof Error ? ` (${error.cause.message})` : ''
      return { ready: false, reason: `${error.message}${why}`, remedy: `See ${setting}` }
    }
  },
})

/** Checks each service by one request. A query costs Brave's customers a little, and SearXNG's nothing. */
export const searchChecks: readonly Check<ProviderSettings>[] = [
  checkOf('searxng', {
    setting: 'WEIR_SEARXNG_URL',
    address: ({ searxngUrl }) => searxngUrl,
    ask: askForNothing,
  }),
  checkOf('brave', {
    setting: 'WEIR_BRAVE_API_KEY',
    address: ({ braveApiKey, braveUrl }) => (braveApiKey === undefined ? undefined : braveUrl),
    ask: askBrave,
  }),
]
