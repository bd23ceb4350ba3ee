import { parseJson } from 'weirjs'
import { type Player, readPlayer } from './read-player.ts'

/** What the page of a video contains for its player. */
export interface WatchFacts {
  /** Whether it asks for consent to cookies first; `consent` is the value that its form would send. */
  wantsConsent: boolean
  consent: string
  /** Whether it shows a captcha. */
  hasCaptcha: boolean
  apiKey: string | undefined
  /** The page's own player data; it has the date, and captions that are often empty. */
  player: Player
}

/** The host where YouTube asks for consent. */
export const CONSENT_HOST = 'consent.youtube.com'

/** Quotes may be single or missing, and other attributes may be in between. */
const CONSENT_FORM = /\baction=["']?https:\/\/consent\.youtube\.com\//
const CAPTCHA = /\bclass=["']?(?:[\w-]+ ){0,9}g-recaptcha\b/

/** The value of the form's field `v`. */
function consentIn(html: string): string {
  for (const [input] of html.matchAll(/<input\b[^<>]{1,500}>/g))
    if (/\sname=["']?v["'\s/>]/.test(input)) return /\svalue=["']?([\w.+-]{1,200})/.exec(input)?.[1] ?? ''
  return ''
}

/** Reads the page of a video. */
export function readWatchPage(body: Uint8Array): WatchFacts {
  const html = new TextDecoder().decode(body)
  return {
    wantsConsent: CONSENT_FORM.test(html),
    consent: consentIn(html),
    hasCaptcha: CAPTCHA.test(html),
    apiKey: /"INNERTUBE_API_KEY":\s*"([\w-]{1,100})"/.exec(html)?.[1],
    player: readPlayer(assignedJson(html, 'ytInitialPlayerResponse')),
  }
}

/** The object that a script of the page assigns to this name; undefined if there is none. */
function assignedJson(html: string, name: string): unknown {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?=\\{)`).exec(html)
  if (!found) return undefined
  const from = found.index + found[0].length
  let depth = 0
  let inText = false
  for (let at = from; at < html.length; at++) {
    const char = html[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return parseJson(html.slice(from, at + 1))
  }
  return undefined
}
