import { ApiError, type Block } from 'weirjs'

/**
 * The refusal of a service that is asked by its own protocol: it goes by the address that we come from, whatever we
 * look like.
 */
export function takenForProgram(url: URL, { vendor }: Block): ApiError {
  const by = vendor === 'unknown' ? '' : ` (${vendor})`
  const remedy = 'useProxy: true may help if this server has proxies'
  const message = `The service treated the request as a bot${by}; ${remedy}`
  return new ApiError('scraping_failed', message, { url: url.href, reason: 'blocked', vendor })
}
