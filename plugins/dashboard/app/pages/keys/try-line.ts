import type { CreatedApiKey } from './api-key.ts'

const allows = (endpoints: readonly string[] | null, path: string) =>
  endpoints === null || endpoints.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : one === path))

/** A curl command that this key may run; undefined if its endpoints allow none that suits. */
export function tryLine({ key, permissions, readOnly, endpoints }: CreatedApiKey, origin: string): string | undefined {
  const mayScrape = !readOnly && (permissions.includes('*') || permissions.includes('scrape'))
  if (mayScrape && allows(endpoints, '/v1/scrape'))
    return [
      `curl ${origin}/v1/scrape`,
      `-H "Authorization: Bearer ${key}"`,
      `-H "Content-Type: application/json"`,
      `-d '{"url": "https://example.com"}'`,
    ].join(' \\\n  ')
  if (allows(endpoints, '/v1/auth/validate'))
    return `curl ${origin}/v1/auth/validate \\\n  -H "Authorization: Bearer ${key}"`
  return undefined
}
