import { ApiError, parseHttpUrl } from 'weirjs'

/** The valid and the invalid addresses of a request. */
export interface SortedAddresses {
  /** At least one; as the caller wrote them. */
  valid: string[]
  invalid: string[]
}

export const isHttpUrl = (url: string) => 'url' in parseHttpUrl(url)

/**
 * Splits a list into http and https addresses and invalid ones. Throws 400 `invalid_urls` if none is valid, or if one
 * is invalid and `overlooks` is false.
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
    throw new ApiError('invalid_urls', `${invalid.length} of urls are not http or https URLs`, {
      invalidURLs: invalid,
    })
  return { valid, invalid }
}
