import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { installed } from '../../engines/installed.ts'

// In one suite: suites are threads of one process, which would each take the other's folder for one of an earlier
// process of the same number.
describe.skipIf(!(await installed(chromium)))('engine browser_a', () =>
  engineConformance(chromium, { config: { sandbox: 'on' } }),
)
describe.skipIf(!(await installed(firefox)))('engine browser_b', () => engineConformance(firefox))
