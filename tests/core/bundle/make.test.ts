import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../core/version.ts'

const root = join(import.meta.dir, '../../..')
// Packages are found from here.
const caches = join(root, 'node_modules/.cache')
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, 'weir-make-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a bundle is the whole program, with its bytecode', () => {
  const made = Bun.spawnSync([process.execPath, 'core/bundle/make.ts', folder], { cwd: root })
  expect([made.exitCode, String(made.stderr)]).toEqual([0, ''])
  expect(readFileSync(join(folder, 'entry.js'), 'utf8')).toStartWith('// @bun @bytecode')
  expect(statSync(join(folder, 'entry.js.jsc')).size).toBeGreaterThan(1_000_000)
  const inputs = readFileSync(join(folder, 'inputs.txt'), 'utf8').split('\n')
  expect(inputs).toContain('plugins/scrape/index.ts')
  expect(inputs).toContain('engines/chromium/index.ts')
  const run = Bun.spawnSync([process.execPath, join(folder, 'entry.js'), '--version'], { cwd: root })
  expect([String(run.stdout).trim(), String(run.stderr)]).toEqual([version, ''])
})
