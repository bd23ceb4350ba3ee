import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'

describe.skipIf(!(await installed(chromium)))('engine browser_a', () =>
  engineConformance(chromium, { config: { sandbox: 'on' } }),
)
