import type { Static, TSchema } from '@sinclair/typebox'
import type { Priority } from '../concurrency/priority.ts'
import type { Log } from '../log.ts'
import type { Account } from './account.ts'
import type { Exchange } from './exchange.ts'
import type { GuardedFetch } from './fetch.ts'
import type { PageProxy, Proxy } from './proxy.ts'

/**
 * What an engine can do beyond fetching bytes. The registry chooses engines and refuses requests by it, and the
 * conformance suite decides by it what to test.
 */
export interface EngineSupports {
  /** Runs the page's scripts. Includes `waitFor`, `waitForSelector`, `executeJS` and `viewport`. */
  javascript?: true
  actions?: true
  screenshot?: true
  pdf?: true
  /** Behaves like an ordinary visitor's browser, at the requested level. */
  stealth?: true
  mobile?: true
  proxy?: true
}
export type Capability = keyof EngineSupports
export type StealthLevel = 'basic' | 'advanced' | 'maximum'

export interface Credentials {
  type: 'basic' | 'bearer'
  username?: string
  password?: string
  token?: string
}

/** One step on the page. Source: spec section 4.3, decisions 5.4. */
export interface Action {
  type:
    | 'click'
    | 'input'
    | 'wait'
    | 'screenshot'
    | 'press'
    | 'scroll'
    | 'hover'
    | 'select'
    | 'executeJavascript'
    | 'scrape'
  /** Without it, `input` types into the focused element. */
  selector?: string
  /** Whether to click all elements that match the selector. */
  all?: boolean
  text?: string
  value?: string
  milliseconds?: number
  key?: string
  direction?: string
  pixels?: number
}

export interface ActionResult {
  type: Action['type']
  /** The result of `executeJavascript`, as JSON; `url` and `html` of a `scrape`. */
  value?: unknown
  screenshot?: Uint8Array
}

export interface Location {
  /** ISO 3166 country code, upper case. */
  country?: string
  /** Language tags in the order of preference. */
  languages?: readonly string[]
}

/** What an engine is to fetch, and how. */
export interface PageRequest {
  url: URL
  /** The caller's own headers, sent to the URL's origin; to other origins only those that contain no secret. */
  headers?: Headers
  /** Sent to this URL's origin only. */
  authentication?: Credentials
  userAgent?: string
  /** Milliseconds for the whole request. */
  timeout: number
  /** Maximum bytes of the decoded body. */
  maxBytes: number
  javascript?: boolean
  executeJS?: string
  actions?: readonly Action[]
  /** Milliseconds to wait after the page has loaded. */
  waitFor?: number
  waitForSelector?: string
  /** CSS pixels. */
  viewport?: { width: number; height: number }
  mobile?: boolean
  screenshot?: 'viewport' | 'fullpage'
  pdf?: boolean
  stealth?: StealthLevel
  proxy?: Proxy
  /** Called before a redirect is followed; if false, the redirect itself is the page. Browsers follow all. */
  mayFollow?(target: URL): boolean | Promise<boolean>
  location?: Location
  skipTlsVerification?: boolean
  /** Whether to return `exchanges` with the page, if the engine can. */
  keepExchanges?: boolean
  /** Which resources the formats need: for `text`, no images, fonts and media are loaded. */
  resources?: 'all' | 'text'
  /** The answer that another engine has just received: a browser may show it instead of requesting it again. */
  answer?: Pick<Page, 'status' | 'headers'> & { body: Uint8Array }
}

/** One step to the page, such as a redirect or an engine that failed; shown as `metadata.trace`. */
export interface Attempt {
  engine: string
  url: string
  /** 0 if there was no answer. */
  status: number
  /** Why there was another step: `redirect`, `blocked`, `crashed` …; null for the last. */
  reason: string | null
  level?: StealthLevel
  /** Milliseconds. */
  ms: number
}

export interface Page {
  /** After redirects. */
  url: URL
  status: number
  headers: Headers
  /**
   * The headers of redirects, in order. Together with `headers` they decide whether other accounts may be shown the
   * page. Without them, pages are cached for their own account only.
   */
  redirectHeaders?: readonly Headers[]
  body: Uint8Array | ReadableStream<Uint8Array>
  /** The exchanges that led to the page, redirects first, if `keepExchanges` is set. */
  exchanges?: readonly Exchange[]
  screenshot?: Uint8Array
  pdf?: Uint8Array
  actions?: ActionResult[]
  /** The result of `executeJS`, as JSON. */
  script?: unknown
  /** What the caller should know about the page, such as that a screenshot is cut. */
  warnings?: readonly string[]
  /** The steps before the page, in order. The registry adds the last one. */
  trace?: Attempt[]
}

/** For whom an engine works, and until when. */
export interface EngineContext {
  signal: AbortSignal
  account: Account
  priority: Priority
  /** For items of jobs: awaited by the registry once the page is there, before CPU-heavy work. */
  yieldToEventLoop?(): Promise<void>
}

export interface Engine {
  fetch(request: PageRequest, context: EngineContext): Promise<Page>
  close?(): Promise<void>
}

/** Whether an engine can run on this machine; shown by `/v1/capabilities` and `weir doctor`. */
export type Ready =
  | { ready: true; detail?: string }
  | {
      ready: false
      /** False if a setting that it needs was never given, so that nobody misses it. Default: true. */
      configured?: boolean
      reason: string
      remedy: string
    }

/** What the core provides to an engine. */
export interface EngineKit<C = unknown> {
  config: C
  /** The same guarded fetch that plugins use: built-in engines have no privileges. */
  fetch: GuardedFetch
  log: Log
  /**
   * Opens the egress proxy for one page, for browsers, which cannot use `fetch`. Its traffic obeys the same address
   * rules, and goes through `upstream` if given. Must be closed with the page.
   */
  proxy(upstream?: Proxy): Promise<PageProxy>
}

/** An engine, which fetches pages. Its `index.ts` exports this by default. */
export interface EngineDefinition<C extends TSchema = TSchema> {
  /** The value of the `engine` parameter, lower case. */
  name: string
  /** Alternative names. */
  aliases?: readonly string[]
  /** Version of this contract, checked at load. */
  api: 1
  supports: EngineSupports
  /**
   * The schema of its settings, which are set in `weir.config.ts` under `config.<name>`. A field with `env: 'WEIR_X'`
   * is read from the environment too.
   */
  config?: C
  /** What a page costs this machine: cheaper engines are tried first if the caller names none. Default: 100. */
  cost?: number
  /** Whether it can run here. Default: always. */
  ready?(kit: EngineKit<Static<C>>): Promise<Ready>
  /** Called once, on first use; import heavy libraries here. */
  open(kit: EngineKit<Static<C>>): Engine | Promise<Engine>
}
