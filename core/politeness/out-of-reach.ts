import type { ApiError } from '../errors.ts'

/**
 * Whether robots.txt could not be fetched because nothing of its host can be. The requested page then reports what is
 * wrong.
 */
export const isOutOfReach = (failure: ApiError | undefined): boolean =>
  failure !== undefined &&
  (failure.code === 'invalid_url' || failure.details.reason === 'proxy' || failure.details.reason === 'proxies_down')

/** Whether a page failed because its host was down or too slow, which `recordResponse` counts as no response. */
export const isWithoutResponse = ({ code, details }: ApiError): boolean =>
  code === 'timeout' || details.reason === 'reset' || details.reason === 'refused'
