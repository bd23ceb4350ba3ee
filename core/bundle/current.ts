/**
 * Finds the bundle of the current sources. It imports only Node's builtins and is small, as every start loads it
 * before the bundle.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const bundles = join(root, 'node_modules', '.cache', 'weir')
/** The file that lists the sources of a bundle, each with its modification time. */
export const INPUTS_FILE = 'made-of.txt'

/** Inputs that are not files: the location, the runtime's version, and the list of plugins. */
export const environment = () => [root, process.versions.bun, ...readdirSync(join(root, 'plugins')).sort()].join(' ')
/** The modification time of a file below the root, in milliseconds. */
export const timeOf = (name: string) => String(statSync(`${root}/${name}`, { throwIfNoEntry: false })?.mtimeMs)
export const folderOf = (bundle: number | string) => join(bundles, String(bundle))
export const executableOf = (bundle: number) => join(folderOf(bundle), 'weir')

/** The names in the folder of bundles: their numbers, and what interrupted starts left behind. */
export function folders(): string[] {
  try {
    return readdirSync(bundles)
  } catch {
    return []
  }
}

/** The numbers of the existing bundles, in order. Not times: clocks are set back, and tests set them ahead. */
export const made = () =>
  folders()
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)

/** Whether the inputs of a bundle are unchanged. */
export function isCurrent(bundle: number): boolean {
  try {
    const [environmentThen, ...files] = readFileSync(join(folderOf(bundle), INPUTS_FILE), 'utf8').split('\n')
    return (
      environmentThen === environment() &&
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

/** The executable in the newest bundle of the current sources, if there is one. */
export function executable(): string | undefined {
  const bundle = made().findLast(isCurrent)
  return bundle === undefined ? undefined : executableOf(bundle)
}
