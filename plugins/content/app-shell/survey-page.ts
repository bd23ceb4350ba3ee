import { type Refresh, readRefresh } from '../links/refresh.ts'
import { decodeText } from '../tree/entities.ts'
import { loadingWords, mountElements, mountNames, namesScript, writes } from './framework-signatures.ts'
import { countLetters, showsMoreThan } from './letters.ts'
import { END, END_TAG, OPAQUE, OTHER, TagScanner } from './tag-scanner.ts'

/** The content of a page before any script has run, as far as it shows whether scripts create the page. */
export interface PageSurvey {
  /** Letters and digits that are shown, including those of a `noscript` that contains a page of its own. */
  letters: number
  /** Elements that frameworks fill: empty, or with no more than a loading message. */
  mounts: number
  /** Pictures, frames, forms and similar content that is not text. */
  objects: number
  /** The source and code of scripts that may create a page; without those that count visitors. */
  scripts: { src: string; code: string; module: boolean }[]
  /** The text for users without scripts. */
  noscript: string
  /** The page's own redirect, if it is soon; otherwise null. */
  refresh: Refresh | null
}

/** From this many letters on, a page has text of its own and is not read further. */
const MAX_LETTERS = 400
/** The bytes that are read first; most pages have shown enough text by then. */
export const FIRST_BYTES = 64 * 1024
/** The bytes that are read next; reading them takes less time than copying them for a thread. */
const NEXT_BYTES = 256 * 1024
/** The most letters in an element that a framework fills; more are content. */
const FEW = 12
const FEW_WHILE_LOADING = 120
/** The most characters that are read of a tag, of a script's code and of a `noscript`. */
const MAX_TAG_LENGTH = 4000
const MAX_CODE_LENGTH = 200_000
const MAX_NOSCRIPT_LENGTH = 1000
/** With more letters, a `noscript` is not a notice but the page: some forums put all their posts there. */
const NOTICE = 700
/** The most characters of the text in a mount. */
const MAX_LOADING_LENGTH = 500
/**
 * The most seconds until a redirect of a page that does nothing else. A page with a later one is used until then: it
 * logs out users who have left, or shows the next slide.
 */
const SOON = 10
const SLASH = 47

const objects = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'form',
  'input',
  'button',
  'table',
])
/** Elements without an end tag, and thus without content. */
const empty = new Set([
  'img',
  'input',
  'br',
  'hr',
  'meta',
  'link',
  'base',
  'source',
  'track',
  'area',
  'col',
  'embed',
  'param',
  'wbr',
  'frame',
])

/** Code that counts visitors, shows advertisements or asks for consent creates no page. */
const counting =
  /google-?analytics|googletagmanager|googlesyndication|doubleclick|gtag\(|dataLayer|_gaq|_paq|fbq\(|connect\.facebook|hotjar|clarity\.ms|matomo|plausible|umami|cloudflareinsights|segment\.com|hs-scripts|hs-analytics|newrelic|nr-data|sentry|cookiebot|onetrust|cookieconsent|recaptcha|addthis|disqus|email-decode|rum\.|livereload|modernizr|html5shiv|polyfill\.io/i

/**
 * Surveys a page from its bytes: its markup is ASCII, and of letters in any encoding only the number matters. Nearly
 * all pages show enough text, which is checked first: for these nothing else is read, and the result is null.
 */
export function surveyPage(body: Uint8Array): PageSurvey | null {
  if (showsText(body)) return null
  const whole = asText(body)
  return body.byteLength > NEXT_BYTES && showsMoreThan(whole, MAX_LETTERS) ? null : survey(whole)
}

/** Whether the beginning of a page shows enough text. */
export function showsText(body: Uint8Array): boolean {
  const doesBy = (bytes: number) => showsMoreThan(asText(body.subarray(0, bytes)), MAX_LETTERS)
  return doesBy(FIRST_BYTES) || (body.byteLength > FIRST_BYTES && doesBy(NEXT_BYTES))
}

const asText = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

function survey(html: string): PageSurvey {
  const found: PageSurvey = { letters: 0, mounts: 0, objects: 0, scripts: [], noscript: '', refresh: null }
  const scanner = new TagScanner(html)
  /** The open element that a framework would fill: its depth, and its content. */
  let mount: { depth: number; before: number; text: string } | undefined
  let depth = 0

  const endMount = () => {
    if (!mount) return
    const inside = found.letters - mount.before
    if (
      inside <= FEW ||
      (inside <= FEW_WHILE_LOADING && (loadingWords.test(mount.text) || namesScript.test(mount.text)))
    )
      found.mounts += 1
    mount = undefined
  }

  for (;;) {
    const kind = scanner.next()
    const { textFrom, textTo, tagEnd } = scanner
    found.letters += countWithoutPlaceholders(html, textFrom, textTo)
    if (mount && mount.text.length < MAX_LOADING_LENGTH)
      mount.text += html.slice(textFrom, Math.min(textTo, textFrom + MAX_LOADING_LENGTH))
    if (kind === END) break
    if (kind === OTHER) continue
    if (kind === END_TAG) {
      if (mount && depth <= mount.depth) endMount()
      depth -= 1
      continue
    }
    const { name } = scanner
    const tag = html.slice(textTo, Math.min(tagEnd, textTo + MAX_TAG_LENGTH))
    if (kind === OPAQUE) {
      const content = html.slice(tagEnd, scanner.contentEnd)
      if (name === 'script') addScript(found, tag, content)
      if (name === 'noscript') addNoscript(found, content)
      continue
    }
    if (name === 'meta') found.refresh ??= refreshOf(tag)
    if (objects.has(name)) found.objects += 1
    if (empty.has(name) || html.charCodeAt(tagEnd - 2) === SLASH) continue
    depth += 1
    if (!mount && isMount(name, tag)) mount = { depth, before: found.letters, text: '' }
  }
  endMount()
  return found
}

/** Counts the letters of a text, without those of placeholders that scripts replace. */
function countWithoutPlaceholders(html: string, from: number, to: number): number {
  const text = html.slice(from, to)
  if (!text.includes('{{')) return countLetters(html, from, to)
  const own = text.replace(placeholders, '')
  return countLetters(own, 0, own.length)
}
const placeholders = /\{\{[^{}]*\}\}/g

/** The redirect of a `meta`, if it is soon. */
function refreshOf(tag: string): Refresh | null {
  if (!/http-equiv\s?=\s?["']?refresh/i.test(tag)) return null
  const { seconds, href } = readRefresh(decodeText(attribute(tag, 'content') ?? ''))
  if (seconds > SOON || href === '' || href.startsWith('#')) return null
  // Each character is a byte here, nearly always of UTF-8.
  return { seconds, href: Buffer.from(href, 'latin1').toString() }
}

/** The patterns end a tag at the next one at the latest, so that no text is searched twice. */
function addNoscript(survey: PageSurvey, content: string): void {
  const said = content
    .slice(0, 10 * MAX_NOSCRIPT_LENGTH)
    .replace(/<style\b[^<>]*>[^<]*|<[^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_NOSCRIPT_LENGTH)
  survey.noscript += said
  const letters = countLetters(said, 0, said.length)
  if (letters > NOTICE) survey.letters += letters
}

function addScript(survey: PageSurvey, tag: string, code: string): void {
  const type = attribute(tag, 'type') ?? ''
  if (type && !/^(module|text\/javascript|application\/(x-)?javascript|text\/babel|text\/ecmascript)$/i.test(type))
    return
  const src = attribute(tag, 'src') ?? ''
  if (counting.test(src) || (counting.test(code) && !writes.test(code))) return
  survey.scripts.push({ src, code: code.slice(0, MAX_CODE_LENGTH), module: /^module$/i.test(type) })
}

/** Frameworks find their element by name, by class, or by an attribute of their own. */
function isMount(name: string, tag: string): boolean {
  if (mountElements.test(name)) return true
  const id = attribute(tag, 'id') ?? ''
  const classes = attribute(tag, 'class')?.split(/\s+/) ?? []
  return mountNames.test(id) || classes.some((one) => mountNames.test(one)) || ownAttribute.test(tag)
}
const ownAttribute = /\s(?:ng-app|data-reactroot|aurelia-app|data-v-app|ui-view|ng-view|v-cloak)\b/i

const attributes = new Map<string, RegExp>()
function attribute(tag: string, name: string): string | undefined {
  const pattern =
    attributes.get(name) ?? new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]{0,500})"|'([^']{0,500})'|([^\\s>"']{1,500}))`, 'i')
  attributes.set(name, pattern)
  const found = pattern.exec(tag)
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}
