import { ApiError, adviseOnUrl, MAX_URL, parseHttpUrl, showUrl, t, type Violation } from 'weirjs'

/** Source: spec section 8.2. */
export const MAX_URLS = 100

/** URLs. The schema accepts any text, as invalid ones are reported all together. */
export const urlList = (description: string) =>
  t.Array(t.String({ maxLength: MAX_URL }), {
    minItems: 1,
    maxItems: MAX_URLS,
    description,
    examples: [['https://example.com/', 'https://example.org/']],
  })

const tooMany = (provided: number, maximum: number) =>
  new ApiError('too_many_urls', `urls has ${provided} URLs; ${maximum} are allowed`, { provided, maximum })

/** The refusal of a list that violates the schema. */
export function badUrls({ path, value, message }: Violation): ApiError {
  if (Array.isArray(value) && value.length > MAX_URLS) return tooMany(value.length, MAX_URLS)
  const inner = path !== 'urls'
  // As JSON: text cannot be made of every value that JSON has.
  const urls = inner ? [showUrl(typeof value === 'string' ? value : JSON.stringify(value))] : []
  const needed = inner
    ? `${path} must be an http or https URL: ${message}`
    : `urls must be an array of 1 to ${MAX_URLS} http or https URLs`
  return new ApiError('invalid_urls', needed, { parameter: path, urls })
}

/** How the OpenAPI document describes these refusals. */
export const urlFailures = {
  invalid_urls: 'Some entries of `urls` are not URLs',
  too_many_urls: 'The plan allows fewer `urls`',
}

/**
 * Throws `too_many_urls` for more than the plan or `most` allows, and `invalid_urls`, which names the invalid ones.
 * `authentication`: the parameter that takes the credentials of a page; null if there is none.
 */
export function checkUrls(
  urls: readonly string[],
  allowed: number | null,
  most = MAX_URLS,
  authentication: string | null = 'authentication',
) {
  const maximum = Math.min(allowed ?? most, most)
  if (urls.length > maximum) throw tooMany(urls.length, maximum)
  const bad = urls.filter((url) => 'problem' in parseHttpUrl(url))
  if (bad.length === 0) return
  throw new ApiError('invalid_urls', `${bad.length} of urls: each must ${adviseOnUrl(bad[0]!, authentication)}`, {
    urls: bad.map(showUrl),
  })
}
