/** Countries that Brave supports; `ALL` for any other. Source: its documentation, country codes. */
const countries = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
)

/** Brave's names for languages, which are not always ISO 639 codes. Source: its documentation, language codes. */
const languages = new Set(
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
)
/** Brave's own names for some languages, by their usual codes. */
const renamed = new Map([
  ['ja', 'jp'],
  ['no', 'nb'],
  ['nn', 'nb'],
])

/** Undefined if Brave does not support this country. */
export const braveCountry = (country: string): string | undefined => (countries.has(country) ? country : undefined)

/** Undefined for a language that Brave does not know; the country selects its variant, if the language does not. */
export function braveLanguage(tag: string, country?: string): string | undefined {
  const locale = new Intl.Locale(tag)
  const { language, region, script } = new Intl.Locale(tag, { region: locale.region ?? country }).maximize()
  const names =
    language === 'zh' ? [`zh-${script}`] : [`${language}-${region}`, renamed.get(language) ?? language, language]
  return names.map((name) => name.toLowerCase()).find((name) => languages.has(name))
}
