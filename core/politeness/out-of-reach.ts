import type { ApiError } from '../errors.ts'

/**
 * Whether a robots.txt was not had because nothing of its host can be: that is told as what it is, by the page
 * that was asked for.
 */
export const isOutOfReach = (failure: ApiError | undefined): boolean =>
  failure !== undefined &&
  (failure.code === 'invalid_url' || failure.details.reason === 'proxy' || failure.details.reason === 'proxies_down')
