import { accounts } from './accounts.ts'
import { answers } from './answers.ts'
import { pages } from './pages.ts'
import type { Endpoint } from './parameter.ts'

/**
 * The HTTP API as it was specified: endpoints, parameters, bounds and defaults. `spec.test.ts` holds the document
 * against it.
 */
export const endpoints: readonly Endpoint[] = [...pages, ...answers, ...accounts]
