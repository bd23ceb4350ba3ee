import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../engines/chromium/find-chromium.ts'

let folder: string
const path = process.env.PATH
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-chromium-'))
  process.env.PATH = folder
  for (const name of ['chromium', 'chromium-headless-shell', 'own', 'own-headless-shell'])
    writeFileSync(join(folder, name), '', { mode: 0o755 })
})
afterAll(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true })
})
const find = (given: string | undefined, headlessShell: 'preferred' | 'never') => {
  const found = findChromium(given && join(folder, given), { headlessShell })
  return found && [found.program.replace(`${folder}/`, ''), found.isHeadlessShell]
}

test('uses the headless build where that is enough, and otherwise the full one', () => {
  expect([find(undefined, 'preferred'), find(undefined, 'never')]).toEqual([
    ['chromium-headless-shell', true],
    ['chromium', false],
  ])
})

test('uses the Chromium that the operator chose, or none if that does not run', () => {
  expect([find('own', 'preferred'), find('own', 'never')]).toEqual([
    ['own', false],
    ['own', false],
  ])
  expect(find('own-headless-shell', 'preferred')).toEqual(['own-headless-shell', true])
  expect([find('missing', 'preferred'), find('missing', 'never')]).toEqual([undefined, undefined])
})

test('uses the Chromium of the system if that of the operator is headless and may not be', () => {
  expect(find('own-headless-shell', 'never')).toEqual(['chromium', false])
})
