import { attr } from '../tree/index.ts'
import type { PageFacts } from './page-facts.ts'
import { languageOfScript } from './text/language-of-script.ts'

/** A language tag as pages write it: `en`, `en-GB`, `zh_Hant_TW`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i

/** The most characters of a list's first tag. */
const MAX_TAG_LENGTH = 200

/** A tag in its canonical form (`en_gb` becomes `en-GB`), or null if it is invalid. */
function tagOf(text: string | null | undefined): string | null {
  // A header or a meta may list several; the first is the page's own.
  const first = text?.slice(0, MAX_TAG_LENGTH).split(',')[0]?.trim() ?? ''
  if (!TAG.test(first)) return null
  try {
    return Intl.getCanonicalLocales(first.replaceAll('_', '-'))[0] ?? null
  } catch {
    // It looks well-formed, but a subtag is invalid.
    return null
  }
}

/**
 * The page's language as a BCP 47 tag: by `lang` of `html`, `Content-Language` in `<meta>` or as a header, other
 * metas, or `og:locale`; otherwise by the script of its text if that is unambiguous; otherwise null. If English is
 * declared, the script takes precedence, because templates declare it by default.
 */
export function readLanguage(facts: PageFacts, headers: Headers): string | null {
  const declared = declaredLanguage(facts, headers)
  if (declared !== null && declared !== 'en' && !declared.startsWith('en-')) return declared
  const text = facts.survey.lines.slice(0, 200).map((line) => line.text)
  return languageOfScript(text.join(' ')) ?? declared
}

function declaredLanguage({ tree, meta }: PageFacts, headers: Headers): string | null {
  return (
    tagOf(attr(tree.html, 'lang')) ??
    tagOf(attr(tree.html, 'xml:lang')) ??
    tagOf(meta('content-language')) ??
    tagOf(attr(tree.body, 'lang')) ??
    tagOf(headers.get('content-language')) ??
    tagOf(meta('language', 'dc.language', 'dcterms.language', 'inlanguage')) ??
    tagOf(meta('og:locale'))
  )
}

/** Top-level domains of countries that write the day before the month. */
const DAY_FIRST =
  /\.(?:uk|au|nz|ie|in|za|sg|de|fr|it|eu|ch|at|nl|es|be|se|no|dk|fi|pl|pt|br|mx|ar|cl|pe|uy|cz|sk|hu|ro|bg|gr|hr|rs|si|ru|ua|by|kz|tr|il|eg|ma|dz|tn|sa|ae|th|vn|id|xn--p1ai)$/

/**
 * The language with its region, as far as it matters for dates: many British pages declare `en`, or even their
 * software's default `en-US`.
 */
export function pageLocale({ tree, url, meta }: PageFacts): string | null {
  const language = tagOf(attr(tree.html, 'lang'))
  const openGraph = tagOf(meta('og:locale'))
  if (language?.includes('-') && language !== 'en-US') return language
  const edition = /^\/en-([a-z]{2})(?:\/|$)/i.exec(url.pathname)?.[1]
  if (edition && (language ?? 'en').startsWith('en')) return `en-${edition.toUpperCase()}`
  if ((language ?? openGraph ?? 'en').startsWith('en') && DAY_FIRST.test(url.hostname)) return 'en-GB'
  if (language && openGraph !== 'en-US' && openGraph?.slice(0, 2) === language.slice(0, 2)) return openGraph
  return language ?? openGraph
}
