import { ApiError } from '../errors.ts'
import { t } from '../schema.ts'
import type { RegisteredJob } from './registry.ts'

/**
 * What a job is ended by whose plugin is not loaded: nothing can be done of it but to cancel it, which gives its
 * credits back. Of its items nobody knows whether they have secrets, so all of them are erased.
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
