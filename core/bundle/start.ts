/**
 * Runs the program by a bundle of its sources, which is loaded in a third of the time that the thousand files take.
 * It is made anew once any of them has changed; where that cannot be done, the sources run.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')
const bundles = join(root, 'node_modules', '.cache', 'weir')
/** What a bundle was made of, beside it. */
const SOURCES = 'sources.txt'
/** Milliseconds for which a bundle stays though there are newer ones: others may be starting by it. */
const STAYS = 3_600_000

/** All files that a bundle may be made of, each with the time of its last change. */
function sources(): string {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return ['package.json', 'bun.lock', ...below.sort()]
    .map((name) => `${name} ${statSync(join(root, name)).mtimeMs}`)
    .concat(root, process.versions.bun ?? '')
    .join('\n')
}

/** The bundles that there are, which are called by when they were made. */
function made(): string[] {
  try {
    return readdirSync(bundles)
      .filter((name) => /^\d+$/.test(name))
      .sort()
  } catch {
    return []
  }
}

function isOf(name: string, wanted: string) {
  try {
    return readFileSync(join(bundles, name, SOURCES), 'utf8') === wanted
  } catch {
    return false
  }
}

/** The name of a new bundle; undefined where none can be made, as in a folder of somebody else's. */
function make(wanted: string): string | undefined {
  const name = String(Date.now())
  const making = join(bundles, `${name}.${process.pid}`)
  try {
    mkdirSync(making, { recursive: true })
  } catch {
    return undefined
  }
  const program = fileURLToPath(new URL('./make.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, making, join(bundles, name)], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(`weir: it starts from its sources, as they could not be bundled:\n${stderr}`)
    rmSync(making, { recursive: true })
    return undefined
  }
  writeFileSync(join(making, SOURCES), wanted)
  try {
    renameSync(making, join(bundles, name))
  } catch {
    // Another start has made it in the same millisecond.
    rmSync(making, { recursive: true })
  }
  // The last one before may be what another process runs.
  for (const old of made().slice(0, -2))
    if (Date.now() - Number(old) > STAYS) rmSync(join(bundles, old), { recursive: true, force: true })
  return name
}

const wanted = sources()
const bundle = made().findLast((name) => isOf(name, wanted)) ?? make(wanted)
if (bundle) await import(pathToFileURL(join(bundles, bundle, 'core/bundle/entry.js')).href)
else await import('../cli/main.ts')
