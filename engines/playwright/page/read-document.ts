import { type ApiError, EgressFailure, type EngineKit, type Page, type PageRequest, sleep } from 'weirjs'
import { isNavigated } from '../errors.ts'
import { firstOnWeb, isPage, originalBytes } from './document.ts'
import { type LoadOptions, RESERVE, waitUntilIdle } from './load-page.ts'
import { rereadAsUtf8 } from './misread-text.ts'
import type { Navigation } from './navigation.ts'
import { headersOf } from './response.ts'
import type { Tab } from './tab.ts'

/** How often a document that changes while it is read is read again, at most. */
const MAX_READINGS = 5
/** The same if its scripts send requests while it is read. */
const MAX_BUSY_READINGS = 2
/** Milliseconds for one attempt, as long as another one is possible. */
const READING_TIME = 3000
/** Milliseconds between two attempts. */
const PAUSE = 50

/** A page that is being visited. */
export interface Visited extends LoadOptions {
  tab: Tab
  request: PageRequest
  navigation: Navigation
  fetch: EngineKit['fetch']
  /** Why the site does not show the page yet: a challenge of its bot detection. */
  doubt?: ApiError
}

/** The document of a page. */
export interface ReadPage extends Pick<Page, 'url' | 'status' | 'headers' | 'redirectHeaders' | 'exchanges'> {
  body: Uint8Array
  /** Whether its time was nearly up before all of it had arrived. */
  isLoading?: boolean
}

/**
 * The current document, wherever scripts and actions have led. If the page navigates meanwhile it is read again: the
 * browser may then return nothing, or never answer.
 */
export async function readWhenStable(visited: Visited): Promise<ReadPage> {
  const { tab, navigation, network, signal } = visited
  for (let tries = 1; ; tries++) {
    const { documents } = navigation
    const { started } = network
    const attempt = read(visited).catch((error: unknown) => {
      if (isNavigated(error)) return undefined
      throw error
    })
    const late = tries < MAX_READINGS ? sleep(READING_TIME, signal).then(() => undefined) : attempt
    const result = await Promise.race([attempt, late])
    const isSame = navigation.documents === documents
    // Scripts that send requests while the page is read have more to show. A page that never stops is taken as it is.
    if (result !== undefined && isSame && (network.started === started || tries > MAX_BUSY_READINGS)) return result
    if (tries === MAX_READINGS) throw new Error('the page does not stay')
    await sleep(PAUSE, signal)
    await waitUntilIdle(tab, visited)
  }
}

/** Reads the document once; undefined if it has only just begun to load. */
async function read({ tab, request, navigation, fetch, signal, left }: Visited): Promise<ReadPage | undefined> {
  const reading = tab.html(request.maxBytes)
  // A document that is not a page may have no HTML, so nobody waits for it.
  reading.catch(() => {})
  const { type, url, state, encoding, size } = (await tab.run(documentStateExpression)) as DocumentState
  const { response } = navigation
  const at = URL.parse(url)
  const isWeb = at !== null && /^https?:$/.test(at.protocol)
  // A refused page shows an empty document, or the browser's own error page.
  const refusal = isWeb ? tab.pageProxy?.failure(at, request.url) : undefined
  if (refusal && (!response || response.status() === 502)) throw refusal
  if (at?.protocol === 'chrome-error:') throw new Error('net::ERR_FAILED')
  if (!response) throw new Error('the page has no answer')
  if (!isPage(type)) return originalBytes(tab, request, { navigation, fetch, signal })
  const html = await reading
  // A body that was too large may have become a small document: browsers drop the white space before the first tag.
  if (typeof html === 'number' || size > request.maxBytes) throw new EgressFailure('too_large')
  if (html === '' || (state === 'loading' && left() > RESERVE)) return undefined
  const headers = headersOf(await response.headersArray())
  // The body is what the browser made of the response, not the bytes that were sent.
  headers.set('content-type', 'text/html; charset=utf-8')
  return {
    url: firstOnWeb([url, response.url(), request.url.href]),
    status: response.status(),
    headers,
    redirectHeaders: await navigation.earlierHeaders(),
    body: new TextEncoder().encode(await rereadAsUtf8(html, { encoding, response, signal })),
    isLoading: state === 'loading',
  }
}

/** A page can redefine these, or make them throw, and whatever they then return would be sent over. */
const documentStateExpression = `(() => {
  const short = (read) => {
    try {
      const text = read()
      return typeof text === 'string' && text.length < 200 ? text : ''
    } catch {
      return ''
    }
  }
  const decodedSize = () => {
    try {
      const size = performance.getEntriesByType('navigation')[0].decodedBodySize
      return typeof size === 'number' ? size : 0
    } catch {
      return 0
    }
  }
  return {
    type: short(() => document.contentType),
    url: location.href,
    state: short(() => document.readyState),
    encoding: short(() => document.characterSet),
    size: decodedSize(),
  }
})()`
interface DocumentState {
  type: string
  url: string
  state: DocumentReadyState
  encoding: string
  /** Bytes of the decoded body, as far as the browser reports it. */
  size: number
}
