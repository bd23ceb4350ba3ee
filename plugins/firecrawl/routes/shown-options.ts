/** A request as it may be shown later: without what tells a secret, and without what says where and who. */
export function shownOptions(body: Record<string, unknown>): Record<string, unknown> {
  const { url: _, urls: __, headers: ___, webhook: ____, actions: _____, scrapeOptions, ...options } = body
  return { ...options, ...(isRecord(scrapeOptions) && { scrapeOptions: shownOptions(scrapeOptions) }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
