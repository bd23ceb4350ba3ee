/**
 * Makes a bundle of the current sources, which starts in a fraction of the time that loading a thousand files takes,
 * and removes old ones. It says why if that fails; then the sources run.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, folderOf, folders, inputsOf, made, root, timeOf } from './current.mjs'

const maker = relative(root, fileURLToPath(new URL('./make.ts', import.meta.url)))
/**
 * How many bundles are kept, each of some 130 MB: sources may return to an earlier state, and a service that runs one
 * starts further processes from it.
 */
const KEPT = 3

/** The modification times of all files that a bundle may include. */
function sources(): Map<string, string> {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return new Map(['package.json', 'bun.lock', ...below].map((name) => [name, timeOf(name)]))
}

/** Makes the executable in the folder of a bundle, with the list of what it is made of. */
async function make(bundle: string) {
  // Read before bundling, so that changes meanwhile count as later ones.
  const times = sources()
  // Loaded late: in another user's folder, nothing can be made.
  const { makeExecutable } = await import('./make.ts')
  const inputs = ['package.json', 'bun.lock', maker, ...(await makeExecutable(folderOf(bundle)))]
  const lines = inputs.map((name) => `${name} ${times.get(name)}`)
  writeFileSync(inputsOf(bundle), [environment(Bun.version), ...lines].join('\n'))
}

async function renew() {
  const bundle = (made().at(-1) ?? 0) + 1
  const making = `${bundle}.${process.pid}`
  try {
    mkdirSync(folderOf(making), { recursive: true })
  } catch {
    // The folder belongs to another user, or cannot be changed.
    return
  }
  try {
    await make(making)
    // Fails if another start made this bundle meanwhile.
    renameSync(folderOf(making), folderOf(bundle))
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).syscall === 'rename'
    if (!isTaken) console.error('weir: starting from the sources, as they could not be bundled:', error)
    rmSync(folderOf(making), { recursive: true, force: true })
  }
  // Also removes what interrupted attempts left behind.
  for (const name of folders())
    if (Number.parseInt(name, 10) <= bundle - KEPT) rmSync(folderOf(name), { recursive: true, force: true })
}

await renew()
