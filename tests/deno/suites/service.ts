import { describe } from 'bun:test'
import { serviceSuite } from '../../e2e/service-suite.ts'

describe('the service by `deno task start`', () => serviceSuite([process.execPath, 'task', 'start']))
