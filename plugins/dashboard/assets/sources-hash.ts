import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the app's sources. */
export const APP = fileURLToPath(new URL('../app', import.meta.url))
/** The API client, parts of which are included in the app. */
const CLIENT = dirname(fileURLToPath(import.meta.resolve('weirjs/client')))
const BUILD = fileURLToPath(new URL('./build.ts', import.meta.url))

/** What is included in the app, or builds it. */
const PACKAGES = [
  'esbuild',
  'preact',
  '@preact/signals',
  'preact-iso',
  'micromark',
  'micromark-extension-gfm-table',
  'micromark-extension-gfm-strikethrough',
]

const require = createRequire(import.meta.url)

/** The version of a package; not all of them export it. */
async function versionOf(name: string): Promise<string> {
  for (const folder of require.resolve.paths(name) ?? []) {
    const text = await readFile(join(folder, name, 'package.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) return `${name}@${(JSON.parse(text) as { version: string }).version}`
  }
  throw new Error(`the package ${name} is not installed; run: bun install`)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A hash of everything that the built app depends on: its sources, the build, and its packages. */
export async function sourcesHash(app: string): Promise<string> {
  const files = (await Promise.all([app, CLIENT].map(filesBelow))).flat()
  const hash = createHash('sha256')
  hash.update((await Promise.all(PACKAGES.map(versionOf))).join(' '))
  for (const file of [BUILD, ...files.sort()]) {
    const content = await readFile(file)
    hash.update(`\n${relative(app, file)} ${content.byteLength}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 20)
}
