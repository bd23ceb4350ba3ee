/** The countries that Brave supports; others need `ALL`. Source: its documentation, country codes. */
const countries = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
)

/**
 * The languages that Brave supports, by its own names, not all of which are ISO 639. Source: its documentation,
 * language codes.
 */
const languages = new Set(
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
)
/** Languages that have another name at Brave. */
const renamed = new Map([
  ['ja', 'jp'],
  ['no', 'nb'],
  ['nn', 'nb'],
])

/** Undefined for a country that Brave does not support. */
export const braveCountry = (country: string): string | undefined => (countries.has(country) ? country : undefined)

/**
 * Undefined for a language that Brave does not support. The country selects a language's variant, unless its tag
 * does.
 */
export function braveLanguage(tag: string, country?: string): string | undefined {
  const locale = new Intl.Locale(tag)
  const { language, region, script } = new Intl.Locale(tag, { region: locale.region ?? country }).maximize()
  const names =
    language === 'zh' ? [`zh-${script}`] : [`${language}-${region}`, renamed.get(language) ?? language, language]
  return names.map((name) => name.toLowerCase()).find((name) => languages.has(name))
}
