import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import firefox from '../../../engines/firefox/index.ts'
import { installed } from '../installed.ts'

describe.skipIf(!(await installed(firefox)))('engine browser_b', () => engineConformance(firefox))
