import { Agent, type AgentOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Proxy } from '../contracts/proxy.ts'
import { portOf } from '../egress-rules/bad-ports.ts'
import { EgressFailure, isUnreachable, toCallerError } from '../egress-rules/egress-failure.ts'
import type { ResolveAndCheck } from '../egress-rules/resolve-and-check.ts'
import { dialThrough } from '../proxy/proxy-pool.ts'

/** Bytes that one page may transfer in both directions, so that none fills the disk or the line. */
const MAX_BYTES = 256 * 1024 * 1024
/**
 * The least that each chunk counts for, in bytes: a flood of tiny ones transfers little and keeps the server busy.
 */
const MIN_CHUNK = 4096
/** Connections that one page may have open; browsers limit themselves to 32 per proxy. */
const MAX_CONNECTIONS = 128
/** Milliseconds after which an address that does not respond is given up for the host's next one. */
const DIAL_TIMEOUT = 5000
/** Idle timeout of a connection in ms: the longest time that a request may take (spec section 4.3). */
const IDLE_TIMEOUT = 120_000

/** The key under which the outcome for a host and port is stored. */
const authorityOf = (url: URL) => `${url.hostname}:${portOf(url)}`

/**
 * What one page may reach, and what happened. Names are resolved and checked once, so that a name cannot lead to
 * another address later in the same page, and connections go to the checked address.
 */
export class PageEgress {
  readonly #resolveAndCheck: ResolveAndCheck
  /** Connects through this proxy; the checks are the same. */
  readonly #upstream: Proxy | undefined
  readonly #checked = new Map<string, Promise<string[]>>()
  readonly #failures = new Map<string, unknown>()
  readonly #streams = new Set<Socket>()
  readonly #ended = new AbortController()
  /** Keeps connections alive for plain requests. */
  readonly agent = this.#createAgent({ keepAlive: true, maxSockets: 8 })
  /** Makes a new connection for each plain request. */
  readonly freshAgent = this.#createAgent({})
  #bytes = 0
  /** Bytes, with tiny chunks counted as larger ones. */
  #load = 0
  /** Connections being made. */
  #dialling = 0

  constructor(resolveAndCheck: ResolveAndCheck, upstream?: Proxy) {
    this.#resolveAndCheck = resolveAndCheck
    this.#upstream = upstream
  }

  /** Makes its connections by `dial`, with the checks that these need. */
  #createAgent(options: AgentOptions): Agent {
    const agent = new Agent(options)
    agent.createConnection = ({ host, port }, done) => {
      const url = new URL(`http://${host?.includes(':') ? `[${host}]` : host}:${port}`)
      this.dial(url).then(
        (stream) => done?.(null, stream),
        (error: Error) => done?.(error, undefined as unknown as Duplex),
      )
      return undefined
    }
    return agent
  }

  /** Aborted when the page ends. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** A connection to the URL's host. Throws EgressFailure or the network's error, and remembers it. */
  async dial(url: URL): Promise<Socket> {
    const place = authorityOf(url)
    const isFull = this.#streams.size + this.#dialling >= MAX_CONNECTIONS
    this.#dialling += 1
    try {
      this.signal.throwIfAborted()
      if (isFull) throw new EgressFailure('reset')
      const pinned = this.#checked.get(place) ?? this.#resolveAndCheck(url, this.signal)
      this.#checked.set(place, pinned)
      const addresses = await pinned
      const stream = await this.#dialAny(addresses, portOf(url))
      this.#failures.delete(place)
      return this.#keep(stream)
    } catch (error) {
      this.#failures.set(place, error)
      throw error
    } finally {
      this.#dialling -= 1
    }
  }

  async #dialAny(addresses: readonly string[], port: number): Promise<Socket> {
    if (this.#upstream) return dialThrough(this.#upstream, { addresses, port }, this.signal)
    for (const [i, host] of addresses.entries()) {
      try {
        return await dial(host, port, this.signal)
      } catch (error) {
        if (i === addresses.length - 1 || this.signal.aborted || !isUnreachable(error)) throw error
      }
    }
    throw new EgressFailure('dns')
  }

  /** Ends a stream when the page ends. */
  #keep(stream: Socket): Socket {
    this.#streams.add(stream)
    stream.setNoDelay(true)
    stream.setTimeout(IDLE_TIMEOUT, () => stream.destroy())
    stream.on('close', () => this.#streams.delete(stream))
    stream.on('error', () => stream.destroy())
    if (this.signal.aborted) stream.destroy()
    return stream
  }

  /** Counts a transferred chunk, and ends everything once the page exceeds its limit. */
  count(bytes: number): void {
    this.#bytes += bytes
    this.#load += Math.max(bytes, MIN_CHUNK)
    if (this.#isSpent) this.close()
  }

  get bytes(): number {
    return this.#bytes
  }

  get #isSpent(): boolean {
    return this.#load > MAX_BYTES
  }

  /** Remembers why a URL's host did not respond. */
  failed(url: URL, error: unknown): void {
    this.#failures.set(authorityOf(url), error)
  }

  /** Why the host of `url` could not be reached, as the ApiError for a request for `asked`; undefined if it could. */
  failure(url: URL, asked: URL): unknown {
    const error = this.#isSpent ? new EgressFailure('too_large') : this.#failures.get(authorityOf(url))
    if (error === undefined) return undefined
    const redirected = authorityOf(url) !== authorityOf(asked)
    return toCallerError(error, { url: asked, redirected, signal: new AbortController().signal })
  }

  close(): void {
    this.#ended.abort()
    this.agent.destroy()
    this.freshAgent.destroy()
    for (const stream of this.#streams) stream.destroy()
  }
}

function dial(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    }
    const fail = (error: Error) => {
      settle()
      socket.destroy()
      reject(error)
    }
    const late = setTimeout(() => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), DIAL_TIMEOUT)
    const stop = () => fail(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      settle()
      resolve(socket)
    })
  })
}
