/**
 * Runs the program by a bundle of its sources, in a fraction of the time that loading the thousand files takes. It is
 * made again once any of them has changed; where that cannot be done, the sources run.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')
const bundles = join(root, 'node_modules', '.cache', 'weir')
const maker = fileURLToPath(new URL('./make.ts', import.meta.url))
/** What a bundle was made of and with, beside it: the names of files, each with the time of its last change. */
const MADE_OF = 'made-of.txt'
/** Bundles that stay: sources may be again as they were, and what runs by an older one has its source map there. */
const KEPT = 5

const timeOf = (name: string) => String(statSync(`${root}/${name}`, { throwIfNoEntry: false })?.mtimeMs)
/** What is not read of any file: which plugins there are, and what runs them where. */
const around = [root, process.versions.bun, ...readdirSync(join(root, 'plugins')).sort()].join(' ')

/** The times of all files that a bundle may be made of. */
function sources(): Map<string, string> {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return new Map(['package.json', 'bun.lock', ...below].map((name) => [name, timeOf(name)]))
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

/** Whether what a bundle was made of is as it was. */
function isCurrent(bundle: number): boolean {
  try {
    const [madeAround, ...files] = readFileSync(join(folderOf(bundle), MADE_OF), 'utf8').split('\n')
    return (
      madeAround === around &&
      files.every((line) => {
        const end = line.lastIndexOf(' ')
        const [now, then] = [timeOf(line.slice(0, end)), line.slice(end + 1)]
        // Images and archives keep the times of files in whole seconds.
        return now === then || now === String(Math.floor(Number(then) / 1000) * 1000)
      })
    )
  } catch {
    return false
  }
}

/** The number of a new bundle; undefined where none can be made, as in a folder of somebody else's. */
function make(): number | undefined {
  const bundle = (made().at(-1) ?? 0) + 1
  const making = `${folderOf(bundle)}.${process.pid}`
  try {
    mkdirSync(making, { recursive: true })
  } catch {
    return undefined
  }
  // What is changed while it is made counts as changed since.
  const times = sources()
  const { status, stderr } = spawnSync(process.execPath, [maker, making], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(`weir: it starts from its sources, as they could not be bundled:\n${stderr}`)
    rmSync(making, { recursive: true, force: true })
    return undefined
  }
  try {
    const inputs = readFileSync(join(making, 'inputs.txt'), 'utf8').split('\n')
    const names = ['package.json', 'bun.lock', relative(root, maker), ...inputs]
    const lines = names.map((name) => `${name} ${times.get(name)}`)
    writeFileSync(join(making, MADE_OF), [around, ...lines].join('\n'))
    renameSync(making, folderOf(bundle))
  } catch {
    // The disk is full, or another start has made it meanwhile.
    rmSync(making, { recursive: true, force: true })
  }
  // With what a start has left that was killed as it made one.
  for (const name of readdirSync(bundles))
    if (Number.parseInt(name, 10) <= bundle - KEPT) rmSync(join(bundles, name), { recursive: true, force: true })
  return isCurrent(bundle) ? bundle : undefined
}

const bundle = made().findLast(isCurrent) ?? make()
if (bundle) await import(pathToFileURL(join(folderOf(bundle), 'entry.js')).href)
else await import('../cli/main.ts')
