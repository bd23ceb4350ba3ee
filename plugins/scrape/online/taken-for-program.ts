import { ApiError, type Block } from 'weirjs'

/**
 * The error for a service that refuses requests by its own protocol. It judges by the server's IP address, whatever
 * the request looks like.
 */
export function takenForProgram(url: URL, { vendor }: Block): ApiError {
  const by = vendor === 'unknown' ? '' : ` (${vendor})`
  const remedy = 'useProxy: true may help if this server has proxies'
  const message = `The service treated the request as a bot${by}; ${remedy}`
  return new ApiError('scraping_failed', message, { url: url.href, reason: 'blocked', vendor })
}
