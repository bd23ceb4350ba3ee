import type { Static, TSchema } from '@sinclair/typebox'
import type { Priority } from '../concurrency/priority.ts'
import type { Log } from '../log.ts'
import type { Account } from './account.ts'
import type { Exchange } from './exchange.ts'
import type { GuardedFetch } from './fetch.ts'
import type { PageProxy, Proxy } from './proxy.ts'

/**
 * What an engine can do beyond fetching bytes. It drives the registry's choice and refusals, and the conformance
 * suite.
 */
export interface EngineSupports {
  /** Runs the page's script; with it come `waitFor`, `waitForSelector`, `executeJS` and `viewport`. */
  javascript?: true
  actions?: true
  screenshot?: true
  pdf?: true
  /** Behaves like an ordinary visitor's browser, at the level that is asked for. */
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
  /** An `input` without one types into what has the focus. */
  selector?: string
  /** Whether all are clicked that the selector matches. */
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
  /** What `executeJavascript` gave, as JSON; `url` and `html` of a `scrape`. */
  value?: unknown
  screenshot?: Uint8Array
}

export interface Location {
  /** ISO 3166 country code, upper case. */
  country?: string
  /** Language tags in the order of preference. */
  languages?: readonly string[]
}

/** What an engine is asked for. */
export interface PageRequest {
  url: URL
  /** The caller's own headers; they go to the URL's own origin, and to another only where they tell no secret. */
  headers?: Headers
  /** Sent to this URL's origin only. */
  authentication?: Credentials
  userAgent?: string
  /** Milliseconds for all of it. */
  timeout: number
  /** Most bytes of the decoded body. */
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
  /** Asked before a redirect is followed; where it says no, the redirect itself is the page. Browsers follow all. */
  mayFollow?(target: URL): boolean | Promise<boolean>
  location?: Location
  skipTlsVerification?: boolean
  /** Wants `exchanges` with the page, where the engine can tell. */
  keepExchanges?: boolean
  /** What the formats need: images, fonts and media are not loaded for text. */
  resources?: 'all' | 'text'
  /** What the URL has just answered another engine: a browser that can shows it in place of asking once more. */
  answer?: Pick<Page, 'status' | 'headers'> & { body: Uint8Array }
}

/** One attempt at the page, a redirect or another engine; shown as `metadata.trace`. */
export interface Attempt {
  engine: string
  url: string
  /** 0 where there was no answer. */
  status: number
  /** Why it went on: `redirect`, `blocked`, `crashed` …; null for the last. */
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
   * Those of the redirects on the way, in order. With `headers` they tell whether others may be shown the page; where
   * an engine leaves them out, its pages are kept for their account alone.
   */
  redirectHeaders?: readonly Headers[]
  body: Uint8Array | ReadableStream<Uint8Array>
  /** The exchanges that led to the page, redirects first, where `keepExchanges` asks for them. */
  exchanges?: readonly Exchange[]
  screenshot?: Uint8Array
  pdf?: Uint8Array
  actions?: ActionResult[]
  /** What `executeJS` gave, as JSON. */
  script?: unknown
  /** What the caller should know of it, such as that a picture is cut. */
  warnings?: readonly string[]
  /** The redirects on the way, in order. The registry adds the last attempt. */
  trace?: Attempt[]
}

/** For whom the engine works, and until when. */
export interface EngineContext {
  signal: AbortSignal
  account: Account
  priority: Priority
  /** Of a job's item: its go at what keeps the processor busy. The registry waits for it when the page is there. */
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
      /** False where a setting that it needs was never given: nobody misses it. Default true. */
      configured?: boolean
      reason: string
      remedy: string
    }

/** What the core hands an engine. */
export interface EngineKit<C = unknown> {
  config: C
  /** The guarded fetch that plugins have too: a built-in engine needs no privilege. */
  fetch: GuardedFetch
  log: Log
  /**
   * Opens the egress proxy for one page, for what cannot use `fetch`: a browser. Its traffic obeys the same address
   * rules, and goes on by `upstream` where one is given. To be closed with the page.
   */
  proxy(upstream?: Proxy): Promise<PageProxy>
}

/** An engine: how pages are got. Its `index.ts` exports this by default. */
export interface EngineDefinition<C extends TSchema = TSchema> {
  /** The value of the `engine` parameter, lower case. */
  name: string
  /** Further names of the same engine. */
  aliases?: readonly string[]
  /** Version of this contract, checked at load. */
  api: 1
  supports: EngineSupports
  /**
   * Settings, from `weir.config.ts` under `config.<name>`; a field with `env: 'WEIR_X'` is also read from the
   * environment.
   */
  config?: C
  /** Lower is tried first when the caller names no engine: what a page costs this machine. Default 100. */
  cost?: number
  /** Can it run here? Without it: always. */
  ready?(kit: EngineKit<Static<C>>): Promise<Ready>
  /** Called once, on first use; import heavy libraries here. */
  open(kit: EngineKit<Static<C>>): Engine | Promise<Engine>
}
