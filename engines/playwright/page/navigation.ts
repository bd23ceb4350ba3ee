import type { Page as BrowserPage, Request, Response } from 'playwright-core'
import { type Attempt, type Exchange, rebuildExchange } from 'weirjs'
import { BrowserGone } from '../errors.ts'
import { bodyOf, headersOf } from './response.ts'

/** Milliseconds in which a browser reports a download after its response; on a busy machine it may never do. */
const TELLING_TIME = 2000

/** Where the page's main frame has been sent, and the responses. */
export interface Navigation {
  /** The response that the current document comes from; undefined until there is one. */
  readonly response: Response | undefined
  /** The URL that was requested last. */
  readonly url: URL | undefined
  /** The document turned out to be a download. */
  readonly download: boolean
  /** Resolves when it does, which may be never. */
  readonly downloading: Promise<void>
  /** How many documents there have been. */
  readonly documents: number
  /** Rejects when the current document breaks off, and with BrowserGone when the page crashes; never resolves. */
  readonly broken: Promise<never>
  /** The redirects that led to the response, in order. */
  redirects(engine: string): Attempt[]
  /** The headers of all earlier responses: redirects, and pages that navigated on by themselves. */
  earlierHeaders(): Promise<Headers[]>
  /** The redirects and the response itself; undefined if the browser does not report the body. */
  exchanges(signal: AbortSignal): Promise<Exchange[] | undefined>
}

/** Follows the navigations of a page, from before the first one. */
export function trackNavigation(page: BrowserPage): Navigation {
  let response: Response | undefined
  let request: Request | undefined
  /** What each request was redirected from, where the library does not report it. */
  const origins = new WeakMap<Request, Request>()
  let download = false
  const downloading = Promise.withResolvers<void>()
  let documents = 0
  const answers = new Map<Request, Response>()
  /** When requests were sent. */
  const begun = new WeakMap<Request, number>()
  const broken = Promise.withResolvers<never>()
  // Nobody may be waiting when it breaks off.
  broken.promise.catch(() => {})
  const foundFile = () => {
    download = true
    downloading.resolve()
  }
  /** A response that no browser shows is a download if no document has come of it. */
  const awaitFile = (one: Response) => {
    const before = documents
    setTimeout(() => {
      if (response === one && documents === before) foundFile()
    }, TELLING_TIME).unref()
  }
  page.on('request', (one) => {
    if (!isOfDocument(page, one)) return
    if (request && isRedirect(answers.get(request))) origins.set(one, request)
    request = one
    begun.set(one, performance.now())
  })
  page.on('response', (one) => {
    if (!isOfDocument(page, one.request())) return
    response = one
    answers.set(one.request(), one)
    if (isFile(one.headers())) awaitFile(one)
  })
  page.on('requestfailed', (one) => {
    const why = one.failure()?.errorText ?? ''
    if (one !== request || !answers.has(one)) return
    // If a library answers no password request, the page that asks for one ends.
    if (/INVALID_AUTH_CREDENTIALS/.test(why)) return foundFile()
    // The next navigation, or a download, ends the one before.
    if (!/ABORT/.test(why)) broken.reject(new Error(why))
  })
  // Not all pending calls to a page settle when its process ends.
  page.on('crash', () => broken.reject(new BrowserGone('the page crashed')))
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    documents += 1
    // Firefox shows an error page of its own, and reports no failure.
    const [, why] = /^about:(?:net|cert)error\?e=(\w+)/.exec(frame.url()) ?? []
    if (why) broken.reject(new Error(why))
  })
  page.on('download', (one) => {
    foundFile()
    void one.cancel().catch(() => {})
  })
  /** The chain of redirected requests that ends with the response. */
  const redirected = () => {
    const chain: Request[] = []
    const before = (one: Request) => one.redirectedFrom() ?? origins.get(one)
    for (let at = response && before(response.request()); at; at = before(at)) chain.unshift(at)
    return chain
  }
  const statusOf = (hop: Request) => answers.get(hop)?.status() ?? 0
  return {
    get response() {
      return response
    },
    get url() {
      return request ? (URL.parse(request.url()) ?? undefined) : undefined
    },
    get download() {
      return download
    },
    downloading: downloading.promise,
    get documents() {
      return documents
    },
    broken: broken.promise,
    redirects: (engine) =>
      redirected().map((hop) => {
        const ms = Math.max(0, Math.round(hop.timing().responseStart))
        return { engine, url: hop.url(), status: statusOf(hop), reason: 'redirect', ms }
      }),
    async exchanges(signal) {
      // A document that the page has made itself, at a `blob:` URL, was not exchanged with anybody.
      if (!response || !/^https?:/.test(response.url())) return undefined
      const answer = response
      const body = await bodyOf(answer, signal)
      if (!body) return undefined
      // Browsers keep no bodies of redirects.
      const hops = redirected().map((hop) => ({ answer: answers.get(hop), body: new Uint8Array(), isCut: true }))
      const all = [...hops, { answer, body: new Uint8Array(body), isCut: false }]
      return Promise.all(
        all.flatMap(({ answer, body, isCut }) =>
          answer ? [tell(answer, { body, isCut, startedAt: begun.get(answer.request()) ?? performance.now() })] : [],
        ),
      )
    },
    earlierHeaders: () =>
      Promise.all(
        [...answers.values()]
          .filter((answer) => answer !== response)
          .map(async (answer) => headersOf(await answer.headersArray())),
      ),
  }
}

async function tell(answer: Response, seen: Pick<Exchange, 'body' | 'isCut' | 'startedAt'>): Promise<Exchange> {
  const request = answer.request()
  const pairs = (list: readonly { name: string; value: string }[]) =>
    list.map(({ name, value }) => [name, value] as const)
  return rebuildExchange({
    ...seen,
    url: new URL(answer.url()),
    method: request.method(),
    requestHeaders: pairs(await request.headersArray()),
    status: answer.status(),
    statusText: answer.statusText(),
    headers: pairs(await answer.headersArray()),
  })
}

/** Whether browsers follow the response's redirect. */
const isRedirect = (answer: Response | undefined) =>
  answer !== undefined && [301, 302, 303, 307, 308].includes(answer.status()) && answer.headers().location !== undefined

/** Whether browsers download a response with these headers instead of showing it. */
const isFile = (headers: Record<string, string>) =>
  /^attachment\b/i.test(headers['content-disposition'] ?? '') ||
  /^application\/octet-stream\b/i.test(headers['content-type'] ?? '')

function isOfDocument(page: BrowserPage, request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // A request without a frame belongs to a frame that is only being created: a popup's.
    return false
  }
}
