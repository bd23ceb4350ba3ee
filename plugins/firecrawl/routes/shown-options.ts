/** The options of a request that may be shown later, without secrets, addresses and receivers. */
export function shownOptions(body: Record<string, unknown>): Record<string, unknown> {
  const { url: _, urls: __, headers: ___, webhook: ____, actions: _____, scrapeOptions, ...options } = body
  return { ...options, ...(isRecord(scrapeOptions) && { scrapeOptions: shownOptions(scrapeOptions) }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
