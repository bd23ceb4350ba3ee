import { ApiError } from '../errors.ts'
import { t } from '../schema.ts'
import type { RegisteredJob } from './registry.ts'

/**
 * Stands in for the definition of a job whose plugin is not loaded. Such a job can only be cancelled, which releases
 * its credits. All values of its items are erased, as nobody knows which of them are secrets.
 */
export function unloadedJob(kind: string): RegisteredJob {
  const [plugin = kind] = kind.split('.')
  const refuse = (): never => {
    throw new ApiError('not_configured', `Jobs of the kind ${kind} need a plugin that is not enabled`, { plugin })
  }
  return {
    definition: { name: kind, input: t.Unknown(), item: t.Unknown({ secret: true }), seed: refuse, run: refuse },
    type: plugin,
    endpoint: plugin,
    get kit() {
      return refuse()
    },
    state: undefined,
    failure: 'internal_error',
  }
}
