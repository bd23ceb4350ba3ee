import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import chromium from '../../../engines/chromium/index.ts'

describe('engine browser_a', () => engineConformance(chromium, { config: { sandbox: 'on' } }))
