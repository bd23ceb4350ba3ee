import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import firefox from '../../engines/browser_b/index.ts'

describe('engine browser_b', () => engineConformance(firefox))
