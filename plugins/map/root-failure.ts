import { ApiError } from 'weirjs'

/** Why the root could not be fetched: the error of its visit, or that of its robots.txt. */
export function rootFailure({ href: url }: URL, error: ApiError | undefined): ApiError {
  if (error?.code === 'invalid_url' || error?.code === 'engine_unavailable' || error?.code === 'invalid_options')
    return error.details.url === undefined ? error : withUrl(error, url)
  if (error)
    return new ApiError(
      'mapping_failed',
      error.message,
      { reason: error.code, ...error.details, url },
      { cause: error },
    )
  return new ApiError(
    'mapping_failed',
    'The robots.txt of the site does not allow the root, or cannot be read: with respectRobots false it is mapped all the same',
    { url, reason: 'robots' },
  )
}

const withUrl = (error: ApiError, url: string) =>
  new ApiError(error.code, error.message, { ...error.details, url }, { status: error.status, cause: error })
