import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLog } from '../../../core/log.ts'
import { createAssets } from '../../../plugins/dashboard/assets/assets.ts'
import { buildApp } from '../../../plugins/dashboard/assets/build.ts'
import { APP } from '../../../plugins/dashboard/assets/sources-hash.ts'
import { root } from '../../imports.ts'

/** Sources of the dashboard's form, but a hundredth of its size: what is tested is when they are built. */
const SOURCES: Readonly<Record<string, string>> = {
  'main.tsx': "void import('./pages/home/home.tsx').then(({ Home }) => document.title = String(<Home />))\n",
  'pages/home/home.tsx': 'export const Home = () => <h1>Home</h1>\n',
  'theme.ts': "document.documentElement.dataset.theme = 'dark'\n",
  'styles/main.css': "@import './base.css';\n",
  'styles/base.css': 'h1 { color: blue }\n',
  'styles/sandbox.css': 'h1 { color: green }\n',
}

/** A folder with these sources, in a place where their packages are found. */
let app: string
let folder: string
const log: string[] = []
beforeAll(() => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  app = mkdtempSync(join(cache, 'dashboard-app-'))
  folder = mkdtempSync(join(tmpdir(), 'dashboard-built-'))
  for (const [name, source] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(app, name)), { recursive: true })
    writeFileSync(join(app, name), source)
  }
})
afterAll(() => {
  for (const each of [app, folder]) rmSync(each, { recursive: true })
})

/** As at a start. */
const open = () => createAssets({ folder: () => folder, log: createLog('text', (line) => void log.push(line)) }, app)
const timesBuilt = () => log.filter((line) => line.includes('The dashboard was built')).length

test('the app is built once, for all concurrent requests and later starts', async () => {
  const assets = open()
  const [first, second] = await Promise.all([assets.get(), assets.get()])
  expect(second).toBe(first!)
  expect(timesBuilt()).toBe(1)
  const kept = await open().get()
  expect(kept).toEqual(first!)
  expect(timesBuilt()).toBe(1)
}, 120_000)

test('pages are loaded when a user visits them', async () => {
  const { files, entries } = await buildApp(APP)
  const atOnce = [entries.script, ...entries.preload].map((name) => new TextDecoder().decode(files.get(name)?.content))
  const all = [...files.keys()].filter((name) => name.endsWith('.js'))
  expect(all.some((name) => name.startsWith('playground-'))).toBe(true)
  expect(atOnce.join()).not.toContain('More options')
  expect(all.length).toBeGreaterThan(atOnce.length + 3)
}, 120_000)

test('changed sources are built again, and the build of others is removed', async () => {
  const before = await open().get()
  appendFileSync(join(app, 'styles/base.css'), '.changed { color: red }\n')
  const after = await open().get()
  expect([timesBuilt(), after.entries.style === before.entries.style, readdirSync(folder).length]).toEqual([
    2,
    false,
    1,
  ])
}, 120_000)

test('a damaged cached build is built again', async () => {
  const home = join(folder, readdirSync(folder)[0]!)
  writeFileSync(join(home, 'manifest.json'), '{"files": [')
  await open().get()
  expect(timesBuilt()).toBe(3)
  const name = readdirSync(join(folder, readdirSync(folder)[0]!)).find((each) => each.endsWith('.br'))!
  rmSync(join(folder, readdirSync(folder)[0]!, name))
  await open().get()
  expect(timesBuilt()).toBe(4)
}, 120_000)

test('a folder that cannot be written to causes a build at each start, but the dashboard works', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const assets = createAssets({ folder: () => file, log: createLog('text', (line) => void log.push(line)) }, app)
  expect((await assets.get()).files.size).toBeGreaterThan(3)
  expect(log.join('\n')).toContain('could not be kept')
  rmSync(file)
}, 120_000)

test('errors of a build are reported with file and line, and the build is tried again after a fix', async () => {
  const page = join(app, 'pages/home/home.tsx')
  const whole = await Bun.file(page).text()
  writeFileSync(page, `${whole}\nconst = broken\n`)
  const assets = open()
  const refused = await assets.get().catch((error: Error) => error)
  expect(refused).toMatchObject({
    status: 503,
    code: 'service_unavailable',
    details: { reason: 'dashboard_not_built' },
  })
  expect(log.at(-1)).toContain(`pages/home/home.tsx:${whole.split('\n').length + 1}`)
  writeFileSync(page, whole)
  expect((await assets.get()).files.size).toBeGreaterThan(3)
}, 120_000)
