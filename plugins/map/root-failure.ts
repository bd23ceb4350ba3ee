import { ApiError } from 'weirjs'

/** The error for a root that cannot be mapped: from its visit or, without an error, because of its robots.txt. */
export function rootFailure({ href: url }: URL, error: ApiError | undefined): ApiError {
  if (error?.code === 'invalid_url' || error?.code === 'engine_unavailable' || error?.code === 'invalid_options')
    return error.details.url === undefined ? error : error.with({ details: { ...error.details, url } })
  if (error)
    return new ApiError(
      'mapping_failed',
      error.message,
      { reason: error.code, ...error.details, url },
      { cause: error },
    )
  return new ApiError(
    'mapping_failed',
    "The site's robots.txt disallows the root or cannot be read: set respectRobots to false to map it anyway",
    { url, reason: 'robots' },
  )
}
