import { accounts } from './accounts.ts'
import { answers } from './answers.ts'
import { pages } from './pages.ts'
import type { Endpoint } from './parameter.ts'

/** The specified HTTP API: endpoints, parameters, bounds and defaults. `spec.test.ts` compares it to the document. */
export const endpoints: readonly Endpoint[] = [...pages, ...answers, ...accounts]
