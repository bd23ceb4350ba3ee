import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')
let folder: string
const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const bundles = () => readdirSync(join(folder, 'node_modules/.cache/weir')).sort()
/** Runs core/boot.mjs, as a package without a lockfile: it has nothing to install. */
function start(...args: string[]) {
  const child = Bun.spawnSync([process.execPath, 'core/boot.mjs', ...args], { cwd: folder })
  return `${child.stdout}${child.stderr}`.trim()
}

// A checkout with programs that only print that they run.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-bundle-'))
  write('package.json', JSON.stringify({ engines: { bun: Bun.version } }))
  for (const name of ['plugins/a/index.ts', 'engines/b/index.ts', 'schemas/c.ts']) write(name, '')
  write('core/cli/main.ts', `console.log('sources', process.argv.slice(2).join(' '))`)
  write(
    'core/bundle/make.ts',
    `import { readFileSync, writeFileSync } from 'node:fs'
     export async function makeExecutable(folder) {
       const text = readFileSync(import.meta.dirname + '/../../plugins/a/index.ts', 'utf8')
       if (text.includes('broken')) throw new Error('It is broken')
       writeFileSync(folder + '/weir', '#!/bin/sh\\necho bundle $* ' + text, { mode: 0o755 })
       return ['plugins/a/index.ts', 'schemas/c.ts']
     }`,
  )
  for (const path of ['core/boot.mjs', 'core/bundle/current.mjs', 'core/bundle/renew.ts'])
    copyFileSync(join(root, path), join(folder, path))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a bundle is made once, and again when a source, or what makes it, is changed, added or removed', () => {
  expect(start('serve', '--no-work')).toBe('bundle serve --no-work')
  expect(start()).toBe('bundle serve')
  expect(bundles()).toHaveLength(1)
  write('plugins/a/index.ts', 'changed')
  expect(start()).toBe('bundle serve changed')
  write('plugins/d/index.ts', '')
  start()
  expect(bundles()).toEqual(['1', '2', '3'])
  start()
  expect(bundles()).toEqual(['1', '2', '3'])
  rmSync(join(folder, 'plugins/d'), { recursive: true })
  // The sources are again those of the second bundle.
  expect(start()).toBe('bundle serve changed')
  expect(bundles()).toEqual(['1', '2', '3'])
  utimesSync(join(folder, 'core/bundle/make.ts'), new Date(), new Date(1000))
  start()
  expect(bundles()).toEqual(['2', '3', '4'])
})

test('the bundle stays current in an image that stores times of files in whole seconds', () => {
  start()
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(name))
    const time = Math.floor(statSync(path).mtimeMs / 1000)
    utimesSync(path, time, time)
  }
  expect(start()).toBe('bundle serve')
  expect(bundles()).toHaveLength(1)
})

test('the sources run if no bundle can be made', () => {
  write('plugins/a/index.ts', 'broken')
  expect(start('serve')).toMatch(/^sources serve\nweir: starting from the sources, [\s\S]*: It is broken\n/)
  expect(bundles()).toEqual([])
  rmSync(join(folder, 'node_modules'), { recursive: true })
  write('node_modules', 'no folder')
  write('plugins/a/index.ts', '')
  expect(start('serve')).toBe('sources serve')
})

test('a dangling link, and what a killed start left, do not prevent a start', () => {
  symlinkSync('nowhere', join(folder, 'plugins/a/.#index.ts'))
  mkdirSync(join(folder, 'node_modules/.cache/weir/1.4711'), { recursive: true })
  for (const text of ['1', '2', '3', '4', '5', '6']) {
    write('plugins/a/index.ts', text)
    utimesSync(join(folder, 'plugins/a/index.ts'), new Date(), new Date(Number(text) * 1000))
    expect(start()).toBe(`bundle serve ${text}`)
  }
  expect(bundles()).toEqual(['4', '5', '6'])
})

test('a bundle whose removal was interrupted does not run', () => {
  start()
  rmSync(join(folder, 'node_modules/.cache/weir/1/weir'))
  expect(start()).toBe('bundle serve')
  expect(bundles()).toEqual(['1', '2'])
})

test('the sources run if another start has made a bundle of other sources meanwhile', () => {
  const made = readFileSync(join(folder, 'core/bundle/make.ts'), 'utf8')
  write(
    'core/bundle/make.ts',
    made
      .replace(
        'writeFileSync(',
        `const other = folder.replace(/\\.\\d+$/, '')
       mkdirSync(other); writeFileSync(other + '/made-of.txt', 'of other sources')
       writeFileSync(`,
      )
      .replace('{ readFileSync', '{ mkdirSync, readFileSync'),
  )
  expect(start('serve')).toBe('sources serve')
  expect(bundles()).toEqual(['1'])
})

test('three bundles stay, as sources may return to an earlier state, whatever the clock says', () => {
  for (const text of ['1', '2', '3', '4', '5', '6']) {
    write('plugins/a/index.ts', text)
    utimesSync(join(folder, 'plugins/a/index.ts'), new Date(), new Date(Number(text) * 1000))
    expect(start()).toBe(`bundle serve ${text}`)
  }
  expect(bundles()).toEqual(['4', '5', '6'])
  expect(start()).toBe('bundle serve 6')
})
