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
/** Bundles that stay: what runs by an older one loads parts of it later. */
const KEPT = 5

/** All files that a bundle may be made of, each with the time of its last change. */
function sources(): string {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return (
    ['package.json', 'bun.lock', ...below.sort()]
      // Editors put links there that lead nowhere.
      .map((name) => `${name} ${statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs}`)
      .concat(root, process.versions.bun ?? '')
      .join('\n')
  )
}

/** The numbers of the bundles that there are. A time would not do: clocks are set back, and tests set them ahead. */
function made(): number[] {
  try {
    const names = readdirSync(bundles).filter((name) => /^\d+$/.test(name))
    return names.map(Number).sort((one, other) => one - other)
  } catch {
    return []
  }
}

const folderOf = (bundle: number) => join(bundles, String(bundle))

function isOf(bundle: number, wanted: string) {
  try {
    return readFileSync(join(folderOf(bundle), SOURCES), 'utf8') === wanted
  } catch {
    return false
  }
}

/** The number of a new bundle; undefined where none can be made, as in a folder of somebody else's. */
function make(wanted: string): number | undefined {
  const bundle = (made().at(-1) ?? 0) + 1
  const making = `${folderOf(bundle)}.${process.pid}`
  try {
    mkdirSync(making, { recursive: true })
  } catch {
    return undefined
  }
  const program = fileURLToPath(new URL('./make.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, making, folderOf(bundle)], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(`weir: it starts from its sources, as they could not be bundled:\n${stderr}`)
    rmSync(making, { recursive: true, force: true })
    return undefined
  }
  try {
    writeFileSync(join(making, SOURCES), wanted)
    renameSync(making, folderOf(bundle))
  } catch {
    // The disk is full, or another start has made it meanwhile.
    rmSync(making, { recursive: true, force: true })
  }
  // With what a start has left that was killed as it made one.
  for (const name of readdirSync(bundles))
    if (Number.parseInt(name, 10) <= bundle - KEPT) rmSync(join(bundles, name), { recursive: true, force: true })
  return isOf(bundle, wanted) ? bundle : undefined
}

const wanted = sources()
const bundle = made().findLast((one) => isOf(one, wanted)) ?? make(wanted)
if (bundle) await import(pathToFileURL(join(folderOf(bundle), 'core/bundle/entry.js')).href)
else await import('../cli/main.ts')
