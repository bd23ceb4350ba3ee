import { ApiError, blocked, isApiError } from 'weirjs'
import type { OnlineRequest } from '../online-page.ts'
import { type Player, readPlayer } from './player.ts'

/** What the page of a video tells that its player needs. */
export interface WatchPage {
  headers: Headers
  html: string
  apiKey: string | undefined
  /** What the page itself knows of the video; it has the date, and captions that often come empty. */
  player: Player
}

/** Most bytes of the page of a video: it has some 1.5 MB. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024

const CONSENT_HOST = 'consent.youtube.com'

/** Gets the page of a video; where YouTube asks for consent first, its shortest form is given and the page asked for again. */
export async function getWatchPage({ ask, page }: OnlineRequest, watch: URL): Promise<WatchPage> {
  const consentWanted = () =>
    new ApiError(500, 'scraping_failed', 'YouTube asks for consent to cookies before it shows the video', {
      url: page.url.href,
      reason: 'consent',
    })
  const onRedirect = ({ hostname }: URL) => {
    if (hostname === CONSENT_HOST) throw consentWanted()
  }
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await ask(watch, {
      headers: { 'accept-language': 'en-US', ...headers },
      onRedirect,
      maxBytes: MAX_PAGE_BYTES,
    })
    return { ...answer, html: new TextDecoder().decode(answer.body) }
  }
  const first = await get().catch((error) => {
    if (isApiError(error) && error.details.reason === 'consent') return undefined
    throw error
  })
  const isAsked = first === undefined || wantsConsent(first.html)
  const value = /\bname="v"\s+value="([\w.+-]{1,200})"/.exec(first?.html ?? '')?.[1] ?? ''
  const { status, headers, html } = isAsked ? await get({ cookie: `SOCS=CAI; CONSENT=YES+${value}` }) : first
  if (isAsked && wantsConsent(html)) throw consentWanted()
  if (html.includes('class="g-recaptcha"') || status === 429) throw blocked(page.url, { vendor: 'google' })
  const apiKey = /"INNERTUBE_API_KEY":\s*"([\w-]{1,100})"/.exec(html)?.[1]
  const player = readPlayer(assignedJson(html, 'ytInitialPlayerResponse'))
  return { headers, html, apiKey, player }
}

const wantsConsent = (html: string) => html.includes(`action="https://${CONSENT_HOST}/`)

/** The object that a script of a page assigns to this name; undefined where it assigns none. */
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
    else if (char === '}' && --depth === 0) return parsed(html.slice(from, at + 1))
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A script may assign what is no JSON.
    return undefined
  }
}
