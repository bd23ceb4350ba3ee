import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../core/version.ts'
import { weirCommand } from '../../run-weir.ts'

const root = join(import.meta.dir, '../../..')
const maker = 'core/bundle/make.ts'

/** The newest bundle that the current maker has made. */
function newest(): string {
  const folder = join(root, 'node_modules/.cache/weir')
  const byIt = `\n${maker} ${statSync(join(root, maker)).mtimeMs}\n`
  const made = readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => join(folder, name))
  return made.find((bundle) => readFileSync(join(bundle, 'made-of.txt'), 'utf8').includes(byIt))!
}

test('a start uses a bundle of the whole program, with its bytecode', () => {
  const run = Bun.spawnSync([...weirCommand, '--version'])
  expect([String(run.stdout).trim(), String(run.stderr)]).toEqual([version, ''])
  const bundle = newest()
  // The bytecode is much larger than the sources, of some 3 MB.
  const added = statSync(join(bundle, 'weir')).size - statSync(process.execPath).size
  expect(added).toBeGreaterThan(8_000_000)
  const inputs = readFileSync(join(bundle, 'made-of.txt'), 'utf8')
  expect(inputs).toContain('\nplugins/scrape/index.ts ')
  expect(inputs).toContain('\nengines/chromium/index.ts ')
})
