import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import firefox from '../../../engines/firefox/index.ts'

describe('engine browser_b', () => engineConformance(firefox))
