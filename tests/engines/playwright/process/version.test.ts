import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { versionOf } from '../../../../engines/playwright/index.ts'

const DAY = 86_400_000
const cache = process.env.XDG_CACHE_HOME
let folder: string
let program: string
const asked = () => (existsSync(`${program}-asked`) ? readFileSync(`${program}-asked`, 'utf8').length : 0)
const answers = () => join(folder, 'weir/browsers/versions.json')

function install(version: string, exit = 0) {
  writeFileSync(program, `#!/bin/sh\nprintf x >>"$0-asked"\necho "${version}"\nexit ${exit}\n`)
  chmodSync(program, 0o755)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-version-'))
  process.env.XDG_CACHE_HOME = folder
  program = join(folder, 'browser')
})
afterEach(() => {
  if (cache === undefined) delete process.env.XDG_CACHE_HOME
  else process.env.XDG_CACHE_HOME = cache
  rmSync(folder, { recursive: true })
})

test('a browser is asked for its version once, and again after a change', async () => {
  install('Browser 1.2.3')
  expect([await versionOf(program), await versionOf(program), asked()]).toEqual(['Browser 1.2.3', 'Browser 1.2.3', 1])
  install('Browser 10.2')
  expect([await versionOf(program), await versionOf(program), asked()]).toEqual(['Browser 10.2', 'Browser 10.2', 2])
  rmSync(program)
  expect(await versionOf(program)).toBeUndefined()
})

test('an answer is valid for a day, and then deleted', async () => {
  install('Browser 1.2.3')
  await versionOf(program)
  const kept = JSON.parse(readFileSync(answers(), 'utf8'))
  kept[program].at -= DAY
  writeFileSync(answers(), JSON.stringify({ ...kept, gone: { file: '', version: '1', at: Date.now() - DAY } }))
  expect([await versionOf(program), asked()]).toEqual(['Browser 1.2.3', 2])
  expect(Object.keys(JSON.parse(readFileSync(answers(), 'utf8')))).toEqual([program])
})

test('a browser that does not run is asked each time, and so is any if nothing can be stored', async () => {
  install('Browser 1.2.3', 1)
  expect([await versionOf(program), await versionOf(program), asked()]).toEqual([undefined, undefined, 2])
  writeFileSync(join(folder, 'weir'), 'no folder')
  install('Browser 1.2.3')
  expect([await versionOf(program), await versionOf(program), asked()]).toEqual(['Browser 1.2.3', 'Browser 1.2.3', 4])
})
