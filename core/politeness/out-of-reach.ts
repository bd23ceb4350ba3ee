import type { ApiError } from '../errors.ts'

/**
 * Whether robots.txt failed because the host cannot be reached at all. The request for the page itself then fails
 * with that reason.
 */
export const isOutOfReach = (failure: ApiError | undefined): boolean =>
  failure !== undefined &&
  (failure.code === 'invalid_url' || failure.details.reason === 'proxy' || failure.details.reason === 'proxies_down')
