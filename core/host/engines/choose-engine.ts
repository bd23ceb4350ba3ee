import type { Capability, Ready } from '../../contracts/engine.ts'
import { ApiError } from '../../errors.ts'
import type { InstalledEngine } from './installed-engine.ts'
import { capabilityWords, lacking, type Needs } from './needs.ts'

/** Chooses among the installed engines. */
export interface EngineChoice {
  /** By every name that the `engine` parameter accepts, aliases included. */
  readonly byName: ReadonlyMap<string, InstalledEngine>
  /**
   * Throws 400 `invalid_options` if the named engine is not installed or lacks a needed capability, and 503
   * `engine_unavailable` if none is named and no enabled one has what is needed.
   */
  check(name: string | undefined, needs: Needs): void
  /** The named engine, or the first ready one with what is needed. Throws like `check`, and 503 if none is ready. */
  choose(name: string | undefined, needs: Needs): Promise<InstalledEngine>
}

/** The engines are given in order of preference. */
export function createEngineChoice(engines: readonly InstalledEngine[]): EngineChoice {
  const byName = new Map(
    engines.flatMap((engine) => [engine.name, ...(engine.definition.aliases ?? [])].map((name) => [name, engine])),
  )
  const ableTo = (needs: Needs) => engines.filter(({ definition }) => lacking(definition.supports, needs).length === 0)

  const named = (name: string): InstalledEngine => {
    const engine = byName.get(name)
    if (engine) return engine
    const message = `engine must be one of: ${[...byName.keys()].join(', ')}`
    throw new ApiError('invalid_options', message, { parameter: 'engine' })
  }

  const check = (name: string | undefined, needs: Needs) => {
    if (name === undefined) {
      if (ableTo(needs).length === 0) throw noneCan(engines, needs)
      return
    }
    const { name: engine, definition } = named(name)
    const [lacks] = lacking(definition.supports, needs)
    if (!lacks) return
    const able = ableTo(needs).map((other) => other.name)
    const remedy = able.length > 0 ? `leave engine out, or use ${able.join(' or ')}` : 'leave it out'
    throw new ApiError(
      'invalid_options',
      `Engine ${engine} cannot ${capabilityWords[lacks]}, which ${needs[lacks]} asks for: ${remedy}`,
      { parameter: needs[lacks], engine },
    )
  }

  const choose = async (name: string | undefined, needs: Needs): Promise<InstalledEngine> => {
    check(name, needs)
    let first: ApiError | undefined
    for (const engine of name === undefined ? ableTo(needs) : [named(name)]) {
      const state = await engine.readiness()
      if (state.ready) return engine
      first ??= notReady(engine.name, state)
    }
    throw first
  }

  return { byName, check, choose }
}

const notReady = (engine: string, { reason, remedy }: Ready & { ready: false }) =>
  new ApiError('engine_unavailable', `Engine ${engine} cannot run here: ${reason}. ${remedy}`, {
    engine,
    reason,
    remedy,
  })

function noneCan(engines: readonly InstalledEngine[], needs: Needs): ApiError {
  const lacks = (Object.keys(needs) as Capability[]).find((capability) =>
    engines.every(({ definition }) => !definition.supports[capability]),
  )
  const reason = lacks
    ? `none of those enabled can ${capabilityWords[lacks]}`
    : 'no single engine can do all that is requested'
  const remedy = 'Enable an engine that can with WEIR_ENGINES; `weir doctor` shows what runs on this machine'
  const message = `No engine here can do this: ${reason}. ${remedy}`
  return new ApiError('engine_unavailable', message, { engine: null, reason, remedy })
}
