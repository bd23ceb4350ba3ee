import { ApiError, type Location } from 'weirjs'

/** Without one, some sites take a visitor for a bot, and others choose a language by this machine's address. */
const DEFAULT = 'en-US,en;q=0.9'

/**
 * A visitor's `Accept-Language`: the languages in order, each followed by its base language, or otherwise the
 * language most spoken in the country. Throws ApiError 400 `invalid_options` for an invalid language tag or country.
 *
 * @example acceptLanguage({ languages: ['de-AT', 'en'] }) // 'de-AT,de;q=0.9,en;q=0.8'
 */
export function acceptLanguage({ country, languages }: Location = {}): string {
  const wanted = languages?.length ? languages.map(canonical) : country ? [languageOf(country)] : []
  const tags = [...new Set(wanted.flatMap((tag) => [tag, tag.split('-', 1)[0]!]))]
  // A weight has one digit here, and 0 would refuse the language.
  return tags.map((tag, i) => (i === 0 ? tag : `${tag};q=${Math.max(10 - i, 1) / 10}`)).join(',') || DEFAULT
}

function canonical(tag: string): string {
  try {
    const locale = new Intl.Locale(tag)
    // No registered language has a longer name, and Chromium loads no page with one. Source: RFC 5646, section 2.2.1.
    if (locale.language.length > 3) throw new RangeError('no language')
    return locale.toString()
  } catch (cause) {
    throw invalid('languages', 'language tags such as en or de-AT', cause)
  }
}

function languageOf(country: string): string {
  try {
    const { language, region } = new Intl.Locale('und', { region: country }).maximize()
    return `${language}-${region}`
  } catch (cause) {
    throw invalid('country', 'an ISO 3166 code of two letters such as DE', cause)
  }
}

const invalid = (name: string, allowed: string, cause: unknown) =>
  new ApiError('invalid_options', `location.${name} must be ${allowed}`, { parameter: `location.${name}` }, { cause })
