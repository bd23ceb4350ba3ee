import { httpUrl, type Static, t } from 'weirjs'

/** The addresses and keys of providers, from the operator's settings. */
export const providerSettings = {
  searxngUrl: t.Optional(httpUrl({ env: 'WEIR_SEARXNG_URL', description: 'A SearXNG whose settings allow JSON' })),
  braveApiKey: t.Optional(
    t.String({
      env: 'WEIR_BRAVE_API_KEY',
      pattern: '^[\\x21-\\x7e]+\\s*$',
      maxLength: 500,
      description: 'Key of the Brave Search API',
    }),
  ),
  braveUrl: httpUrl({
    env: 'WEIR_BRAVE_URL',
    default: 'https://api.search.brave.com',
    description: 'Base URL of the Brave Search API',
  }),
}
const settings = t.Object(providerSettings)
export type ProviderSettings = Static<typeof settings>
