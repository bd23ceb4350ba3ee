import type { ProxyPool } from '../contracts/proxy.ts'
import { ApiError } from '../errors.ts'

/** Throws 400 `invalid_options` if there is no proxy pool. Source: decisions 5.8. */
export function requireProxies({ size }: ProxyPool, parameter = 'useProxy'): void {
  if (size > 0) return
  const message = `${parameter} needs a proxy pool, and this server has none: leave it out, or set WEIR_PROXIES`
  throw new ApiError('invalid_options', message, { parameter })
}
