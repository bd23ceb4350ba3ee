// Finds the bundle of the current sources. Plain JavaScript, as core/boot.mjs runs it on Node too.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const bundles = join(root, 'node_modules', '.cache', 'weir')

/** Inputs that are not files: the location, the runtime's version, and the list of plugins. */
export const environment = (version) => [root, version, ...readdirSync(join(root, 'plugins')).sort()].join(' ')
export const timeOf = (name) => String(statSync(`${root}/${name}`, { throwIfNoEntry: false })?.mtimeMs)
export const folderOf = (bundle) => join(bundles, String(bundle))
/** Lists the inputs of a bundle, each file with its modification time. */
export const inputsOf = (bundle) => join(folderOf(bundle), 'made-of.txt')
const executableOf = (bundle) => join(folderOf(bundle), process.platform === 'win32' ? 'weir.exe' : 'weir')

export function folders() {
  try {
    return readdirSync(bundles)
  } catch {
    return []
  }
}

// Not ordered by time: clocks are set back, and tests set them ahead.
export const made = () =>
  folders()
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)

function isCurrent(bundle, version) {
  try {
    const [environmentThen, ...files] = readFileSync(inputsOf(bundle), 'utf8').split('\n')
    return (
      environmentThen === environment(version) &&
      // A removal may have been interrupted.
      existsSync(executableOf(bundle)) &&
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

export function currentExecutable(version) {
  const bundle = made().findLast((number) => isCurrent(number, version))
  return bundle === undefined ? undefined : executableOf(bundle)
}
