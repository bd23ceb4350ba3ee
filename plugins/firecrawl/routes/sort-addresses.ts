import { ApiError, parseHttpUrl } from 'weirjs'

/** What a caller gave as addresses, with those that are none. */
export interface SortedAddresses {
  /** At least one; as they were given. */
  valid: string[]
  invalid: string[]
}

export const isHttpUrl = (url: string) => 'url' in parseHttpUrl(url)

/**
 * Tells the http and https addresses of a list from what is none. Throws 400 `invalid_urls` where all are none, or
 * one is and `overlooks` is false.
 */
export function sortAddresses(
  given: readonly string[],
  overlooks: boolean,
  isAddress: (text: string) => boolean = isHttpUrl,
): SortedAddresses {
  const valid: string[] = []
  const invalid: string[] = []
  for (const text of given) (isAddress(text) ? valid : invalid).push(text)
  if (valid.length === 0 || (invalid.length > 0 && !overlooks))
    throw new ApiError('invalid_urls', `${invalid.length} of urls are no http or https addresses`, {
      invalidURLs: invalid,
    })
  return { valid, invalid }
}
