import { describe } from 'bun:test'
import { engineConformance } from 'weirjs/testing'
import chromium from '../../engines/browser_a/index.ts'

describe('engine browser_a', () => engineConformance(chromium, { config: { sandbox: 'on' } }))
