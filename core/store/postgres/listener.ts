import { type ClientConfig, escapeIdentifier } from 'pg'
import { describeError, type Log } from '../../log.ts'
import type { SignalListener } from '../port.ts'
import { Signals } from '../signals.ts'
import { Connection } from './connection.ts'

/** Milliseconds between two attempts to connect. */
const CONNECT_EVERY = 500
/** Milliseconds between two checks of the connection, and the time limit of each. */
const CHECK_EVERY = 15_000
const CHECK_TIMEOUT = 5_000

/** Receives signals through its own connection, which is made when somebody listens, and again after it was lost. */
export class Listener {
  readonly #config: ClientConfig
  readonly #log: Log
  readonly #signals: Signals
  #connection: Connection | undefined
  #running: Promise<void> | undefined
  #closed = false
  /** Ends the wait for something to do. */
  #wake: () => void = () => {}

  constructor(config: ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
    this.#signals = new Signals(log)
  }

  listen(channel: string, listener: SignalListener): () => void {
    const stop = this.#signals.add(channel, listener)
    this.#running ??= this.#run()
    this.#wake()
    return () => {
      stop()
      this.#wake()
    }
  }

  drop() {
    this.#connection?.drop()
  }

  async close() {
    this.#closed = true
    this.#wake()
    this.drop()
    await this.#running
  }

  async #run() {
    let failed = false
    while (!this.#closed) {
      const connection = new Connection(this.#config)
      this.#connection = connection
      try {
        await this.#follow(connection, () => {
          if (failed) this.#log.info('Signals of other processes are received again')
          failed = false
        })
      } catch (error) {
        if (!failed && !this.#closed)
          this.#log.warn('Signals of other processes are not received', { error: describeError(error) })
        failed = true
      } finally {
        this.#signals.lose()
        connection.drop()
      }
      if (!this.#closed) await this.#pause(CONNECT_EVERY)
    }
  }

  /** Receives signals until the connection is lost. `heard` is called once it listens. */
  async #follow(connection: Connection, heard: () => void) {
    let lost: unknown
    const end = (error: Error) => {
      lost ??= error
      this.#wake()
    }
    connection.on('error', end)
    connection.on('end', () => end(new Error('The connection was closed')))
    connection.on('notification', ({ channel, payload = '' }) => this.#signals.tell(channel, payload))
    await connection.connect()
    const listening = new Set<string>()
    while (!this.#closed && lost === undefined) {
      this.#signals.begin(listening)
      const channels = this.#signals.channels
      const added = channels.filter((channel) => !listening.has(channel))
      const left = [...listening].filter((channel) => !channels.includes(channel))
      if (added.length + left.length > 0) {
        await adjust(connection, listening, { added, left })
        continue
      }
      heard()
      // Nothing was awaited since the channels were read: one that came meanwhile would wait for the next check.
      const idle = await this.#pause(CHECK_EVERY)
      if (idle && lost === undefined) await connection.ask({ text: 'select 1' }, { timeout: CHECK_TIMEOUT })
    }
    if (lost !== undefined) throw lost
  }

  /** Waits for a time, or until there is something to do. Returns whether the time has passed. */
  #pause(milliseconds: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(true), milliseconds)
    timer.unref?.()
    this.#wake = () => resolve(false)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#wake = () => {}
    })
  }
}

/** Listens to channels that were added, and no longer to those that nobody listens to. */
async function adjust(
  connection: Connection,
  listening: Set<string>,
  { added, left }: { added: readonly string[]; left: readonly string[] },
) {
  for (const channel of left) {
    await connection.ask({ text: `unlisten ${escapeIdentifier(channel)}` })
    listening.delete(channel)
  }
  for (const channel of added) {
    await connection.ask({ text: `listen ${escapeIdentifier(channel)}` })
    listening.add(channel)
  }
}
