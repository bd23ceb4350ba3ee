import type { StealthLevel } from '../contracts/engine.ts'
import { ApiError } from '../errors.ts'
import { captchaBox, challengeTitle, challengeWords, vendors } from './vendors.ts'

/** A response that is not the page: the site took the visitor for a bot. */
export interface Block {
  /** The product that protects the site, such as `cloudflare`; `unknown` if the page does not tell. */
  vendor: string
}

/** The part of a response that is examined. */
export interface Answer {
  status: number
  headers: Headers
  body: Uint8Array
}

/** The size in bytes from which a response is a page: challenges are short, and most with status 200 even shorter. */
const MAX_BYTES = { success: 64 * 1024, refusal: 256 * 1024 }
/** The characters of text from which a page has content of its own. */
const MAX_TEXT_LENGTH = 2000
/** The characters of HTML up to which it is searched for hints before it is parsed. */
const SHORT = 16_384

/**
 * The error that the caller gets instead of a block page, given the stealth they asked for; it costs nothing. Source:
 * decisions 3.2.
 */
export function blocked(url: URL, { vendor }: Block, stealth?: StealthLevel): ApiError {
  const by = vendor === 'unknown' ? '' : ` (${vendor})`
  const remedy = stealth === undefined ? '; stealth: true may help' : ' despite stealth'
  const message = `The site treated the visitor as a bot${by}${remedy}`
  return new ApiError('scraping_failed', message, { url: url.href, reason: 'blocked', vendor })
}

/** Every challenge contains one of these; a page without any is done at once. */
const challengeHints =
  /captcha|challenge|cf_chl|cf-error|used cloudflare|error code: 10|awswaf|gokuProps|px-c|_pxAppId|cp_challenge|sec-if-cpt|sec-bc-|bm-verify|Reference|Incapsula|KPSDK|149e9513|Security Checkpoint|anubis_|sucuri|ddos-guard|requested URL was rejected|\/TSPD\/|bobcmn|perfdrive|Wordfence|access to this site has been limited|_____tmd_____|\/sorry\/|unusual (?:traffic|activity)|api-services-support@amazon|robot|\bbot\b|human|automated|press (?:&amp;|and|&) hold|enable (?:javascript|js) and cookies|checking|interruption|attention required|just a moment|have been blocked/i

/**
 * Detects whether a response is a challenge or a bot block instead of the page. A page that merely mentions captchas,
 * or has one next to a form, is not. Takes some 0.1 ms for a page of ordinary size.
 */
export function findBlock({ status, headers, body }: Answer): Block | undefined {
  const told = vendors.find(({ header }) => header?.(headers, status))
  if (told) return { vendor: told.name }
  const refused = status >= 400 || status === 202
  const type = headers.get('content-type') ?? ''
  if (body.byteLength > (refused ? MAX_BYTES.refusal : MAX_BYTES.success) || (type && !/html/i.test(type)))
    return undefined
  // The marks are ASCII, so the page's encoding does not matter.
  const html = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  // For a long page its text is enough, for a short one the lack of hints.
  if (html.length <= SHORT && !challengeHints.test(html)) return undefined
  const { text, markup } = readShortPage(html)
  if (text.length > MAX_TEXT_LENGTH || !challengeHints.test(html)) return undefined
  const marked = vendors.find(({ marks, statuses }) => marks?.test(markup) && (!statuses || statuses.includes(status)))
  if (marked) return { vendor: marked.name }
  return isChallenge(markup, text, refused) ? { vendor: 'unknown' } : undefined
}

/**
 * Without a product's marks, two of three hints must agree, or one of them with a refusal; a form of the site's own
 * is evidence against a block.
 */
function isChallenge(markup: string, text: string, refused: boolean): boolean {
  const box = captchaBox.test(markup)
  const title = challengeTitle.test(markup)
  const words = challengeWords.test(text)
  if (refused) return box || title || words
  const hasForm = /<input\b[^>]{0,500}type="?(?:password|email|search|text)/i.test(markup)
  return !hasForm && Number(box) + Number(title) + Number(words) >= 2
}

/**
 * Elements whose content is not shown, and those whose content is quoted: a page that explains a challenge is not
 * one.
 */
const hidden = new Set(['script', 'style', 'svg', 'template', 'head', 'noscript'])
const quoting = new Set(['pre', 'code', 'textarea'])

/**
 * The visible text of a page and its markup without quotations, approximately, in a single pass. The text ends
 * shortly after it has become longer than that of any challenge.
 */
function readShortPage(html: string): { text: string; markup: string } {
  const lower = html.toLowerCase()
  let text = ''
  let markup = ''
  let at = 0
  while (at < html.length && text.length <= MAX_TEXT_LENGTH) {
    const tag = html.indexOf('<', at)
    const words = html.slice(at, tag < 0 ? undefined : tag)
    text += `${words.replace(/\s+/g, ' ')} `
    if (tag < 0) return { text, markup: markup + words }
    const name = nameAt(lower, tag + 1)
    const open = html.indexOf('>', tag)
    const closing =
      hidden.has(name) || quoting.has(name) ? `</${name}` : lower.startsWith('<!--', tag) ? '-->' : undefined
    const end = closing === undefined ? open + 1 : lower.indexOf(closing, tag)
    // An element that is never closed extends to the end.
    const next = open < 0 || end < 0 ? html.length : Math.max(end, tag + 1)
    if (!quoting.has(name)) markup += words + html.slice(tag, next)
    at = next
  }
  return { text, markup }
}

/** Letters of a tag's name that are read: one more than the longest relevant name. */
const MAX_NAME_LENGTH = 10

/** The name of a tag, in lower case. */
function nameAt(lower: string, start: number): string {
  let end = start
  while (end < start + MAX_NAME_LENGTH && isLetter(lower.charCodeAt(end))) end++
  return lower.slice(start, end)
}

const isLetter = (code: number) => code >= 0x61 && code <= 0x7a
