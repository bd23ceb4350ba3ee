/**
 * Runs the program from a bundle of its sources, which starts in a fraction of the time that loading a thousand files
 * takes. The bundle is made again after any source has changed. If it cannot be made, the sources run.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')
const bundles = join(root, 'node_modules', '.cache', 'weir')
const maker = fileURLToPath(new URL('./make.ts', import.meta.url))
/** The file that lists the sources of a bundle, each with its modification time. */
const INPUTS_FILE = 'made-of.txt'
/**
 * How many bundles are kept: sources may return to an earlier state, and a process that runs an older bundle needs
 * its source map.
 */
const KEPT = 5

const timeOf = (name: string) => String(statSync(`${root}/${name}`, { throwIfNoEntry: false })?.mtimeMs)
/** Inputs that are not files: the location, the runtime's version, and the list of plugins. */
const environment = [root, process.versions.bun, ...readdirSync(join(root, 'plugins')).sort()].join(' ')

/** The modification times of all files that a bundle may include. */
function sources(): Map<string, string> {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return new Map(['package.json', 'bun.lock', ...below].map((name) => [name, timeOf(name)]))
}

/** The numbers of the existing bundles. Not times: clocks are set back, and tests set them ahead. */
function made(): number[] {
  try {
    const names = readdirSync(bundles).filter((name) => /^\d+$/.test(name))
    return names.map(Number).sort((one, other) => one - other)
  } catch {
    return []
  }
}

const folderOf = (bundle: number) => join(bundles, String(bundle))

/** Whether the inputs of a bundle are unchanged. */
function isCurrent(bundle: number): boolean {
  try {
    const [environmentThen, ...files] = readFileSync(join(folderOf(bundle), INPUTS_FILE), 'utf8').split('\n')
    return (
      environmentThen === environment &&
      files.every((line) => {
        const end = line.lastIndexOf(' ')
        const [now, then] = [timeOf(line.slice(0, end)), line.slice(end + 1)]
        // Images and archives store the times of files in whole seconds.
        return now === then || now === String(Math.floor(Number(then) / 1000) * 1000)
      })
    )
  } catch {
    return false
  }
}

/** Makes a bundle and returns its number; undefined if that is impossible, for example in another user's folder. */
function make(): number | undefined {
  const bundle = (made().at(-1) ?? 0) + 1
  const making = `${folderOf(bundle)}.${process.pid}`
  try {
    mkdirSync(making, { recursive: true })
  } catch {
    return undefined
  }
  // Read before bundling, so that changes meanwhile count as later ones.
  const times = sources()
  const { success, stderr } = Bun.spawnSync([process.execPath, maker, making])
  if (!success) {
    console.error(`weir: starting from the sources, as they could not be bundled:\n${stderr}`)
    rmSync(making, { recursive: true, force: true })
    return undefined
  }
  try {
    const inputs = readFileSync(join(making, 'inputs.txt'), 'utf8').split('\n')
    const names = ['package.json', 'bun.lock', relative(root, maker), ...inputs]
    const lines = names.map((name) => `${name} ${times.get(name)}`)
    writeFileSync(join(making, INPUTS_FILE), [environment, ...lines].join('\n'))
    renameSync(making, folderOf(bundle))
  } catch {
    // The disk is full, or another start made the bundle meanwhile.
    rmSync(making, { recursive: true, force: true })
  }
  // Also removes what an interrupted start left behind.
  for (const name of readdirSync(bundles))
    if (Number.parseInt(name, 10) <= bundle - KEPT) rmSync(join(bundles, name), { recursive: true, force: true })
  return isCurrent(bundle) ? bundle : undefined
}

/** The built-in modules that take longest to load, which the service needs at once. */
const SLOW_MODULES = ['node:crypto', 'node:http', 'node:child_process', 'node:worker_threads', 'node:zlib']

const load = (bundle: number): Promise<{ start(): Promise<void> }> =>
  import(pathToFileURL(join(folderOf(bundle), 'program.js')).href)

/** Loads the bundle of the current sources; undefined if there is none. */
async function loadCurrent() {
  const bundles = made()
  const newest = bundles.pop()
  if (newest !== undefined) {
    // Another thread reads the file, which takes as long as the check and loading the built-in modules.
    const loading = load(newest)
    loading.catch(() => {})
    if (isCurrent(newest)) {
      for (const name of SLOW_MODULES) await import(name)
      return loading
    }
  }
  const bundle = bundles.findLast(isCurrent) ?? make()
  return bundle === undefined ? undefined : load(bundle)
}

const bundle = await loadCurrent()
if (bundle) await bundle.start()
else await import('../cli/main.ts')
