import { deadline, endOnAbort } from '../../abort.ts'
import type { Engine, EngineDefinition, EngineKit, Ready } from '../../contracts/engine.ts'
import { askInTime } from '../provider-health.ts'
import { checkEngine } from '../shapes/check-page.ts'

/** Milliseconds until an engine that cannot run here is asked again: a browser may have been installed meanwhile. */
const RETRY_READY = 30_000
/** Milliseconds in which an engine says whether it can run here: `/health` waits for it. */
const READY_PATIENCE = 15_000
/** Milliseconds that an engine may take to close: it might hang. */
const CLOSE_PATIENCE = 10_000

/** An engine's definition, and the one instance of it, opened by the first request that needs it. */
export class InstalledEngine {
  readonly definition: EngineDefinition
  readonly #kit: EngineKit
  #readiness: Promise<Ready> | undefined
  #engine: Promise<Engine> | undefined

  constructor(definition: EngineDefinition, kit: EngineKit) {
    this.definition = definition
    this.#kit = kit
  }

  get name(): string {
    return this.definition.name
  }

  /** Whether it can run here. Never rejects. */
  readiness(): Promise<Ready> {
    if (this.#readiness) return this.#readiness
    const { definition } = this
    const ask = async () => (definition.ready ? definition.ready(this.#kit) : { ready: true as const })
    const readiness = askInTime(ask, { patience: READY_PATIENCE, remedy: 'See the log, or `weir doctor`' })
    this.#readiness = readiness
    const forget = () => {
      if (this.#readiness === readiness) this.#readiness = undefined
    }
    void readiness.then(({ ready }) => {
      if (!ready) setTimeout(forget, RETRY_READY).unref()
    })
    return readiness
  }

  open(): Promise<Engine> {
    if (this.#engine) return this.#engine
    const engine = Promise.resolve(this.definition.open(this.#kit)).then(checkEngine)
    this.#engine = engine
    // If opening failed, the next request tries again.
    engine.catch(() => {
      this.#engine = undefined
    })
    return engine
  }

  async close(): Promise<void> {
    using time = deadline(new AbortController().signal, CLOSE_PATIENCE)
    await endOnAbort(Promise.resolve(this.#engine?.then((open) => open.close?.())), time.signal)
  }
}
