import { ApiError, type Location } from 'weirjs'

/** Without one, some sites take a visitor for a program and others choose by the address of this machine. */
const DEFAULT = 'en-US,en;q=0.9'

/**
 * The `Accept-Language` of a visitor: the languages in their order, each with its base language behind it, or else
 * the language most spoken in the country. Throws ApiError 400 `invalid_options` for what is no language tag or
 * country.
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
    // No language has a longer name in the registry, and Chromium shows no page to who has one. Source: RFC 5646,
    // section 2.2.1.
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
