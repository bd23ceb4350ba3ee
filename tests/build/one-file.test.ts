import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSuite } from '../e2e/service-suite.ts'

const root = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'weir-one-file-'))
const file = join(folder, 'weir')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform !== 'linux')('the service in one file', () => {
  beforeAll(() => {
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'build/one-file.ts', file], { cwd: root })
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  }, 120_000)

  // Neither Bun nor Node is on this path.
  serviceSuite([file, 'serve'], { XDG_CACHE_HOME: join(folder, 'cache'), PATH: '/usr/bin:/bin' })
})
